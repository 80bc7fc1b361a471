import { camelOf, slugIn, slugOfName } from '../names.ts'
import { rounded, Stream } from '../random.ts'
import type { Json } from '../rows.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { places } from '../words/words-places.ts'
import { chestNames, emptyNames, propNames } from '../words/words-town.ts'
import { variants, monsters, type Monster } from './monsters.ts'

interface Spawn {
  readonly type: 'loot' | 'monster' | 'treasure' | 'props' | 'empty'
  readonly links?: Readonly<Record<string, string>>
  readonly payload: readonly Json[]
}

function addSpawner(world: Snapshot, place: string, name: string, { type, links, payload }: Spawn): void {
  const slug = slugOfName(name)
  const stream = new Stream(`spawner/${place}/${slug}`)
  // A spawner with many positions has no location of its own.
  const location = stream.chance(0.3)
    ? {}
    : { x: stream.int(-9000, 9000), y: stream.int(-9000, 9000), z: stream.int(-400, 900), rotation: stream.int(0, 359) }
  world.add('spawners', {
    id: `id.spawner.${place}_${slug}`,
    archetype: `id.spawner.${slug}`,
    source_key: `Id_Spawner_${camelOf(slug)}`,
    map_id: `id.map.${place}`,
    spawner_type: type,
    ...links,
    location,
    payload,
  })
}

export function addMonsterSpawner(world: Snapshot, { slug, name, place, tier }: Monster): void {
  const dungeons: Record<(typeof variants)[number], string> = { common: 'shallow', elite: 'deep', nightmare: 'abyss' }
  const payload = variants.map((variant) => ({
    monster_id: `id.monster.${slug}_${variant}`,
    spawn_rate: tier ? 1000 : new Stream(`rate/${slug}/${variant}`).int(6, 10) * 100,
    min_count: 1,
    max_count: tier ? 1 : new Stream(`pack/${slug}`).int(1, 4),
    dungeon_grades: [dungeons[variant]],
  }))
  addSpawner(world, place, name, { type: 'monster', links: { monster_id: `id.monster.${slug}_common` }, payload })
}

/** The map's slug where a spawner has the monster, by the monster's archetype. */
export function placesOfMonsters(world: Snapshot): ReadonlyMap<string, string> {
  const spawners = world.rows('spawners').filter(({ spawner_type }) => spawner_type === 'monster')
  return new Map(
    spawners.map(({ archetype, map_id }) => [`id.monster.${slugIn(String(archetype))}`, slugIn(String(map_id))]),
  )
}

export function addSpawners(world: Snapshot, scale: Scale): void {
  for (const one of monsters(scale)) addMonsterSpawner(world, one)
  for (const { slug: place } of take(scale, places, 2)) {
    const filled = (name: string, type: Spawn['type']): void => {
      const loot_table_id = `id.loot_table.${place}_${slugOfName(name)}`
      const spawn_rate = rounded(new Stream(`rate/${place}/${name}`).between(300, 1000), -1)
      const links = { loot_table_id, loot_drop_group_id: `id.loot_drop_group.${slugOfName(name)}` }
      addSpawner(world, place, name, {
        type,
        links,
        payload: [{ loot_table_id, spawn_rate, dungeon_grades: ['shallow', 'deep', 'abyss'] }],
      })
    }
    for (const chest of take(scale, chestNames, 2))
      filled(chest, chest === 'Hoard' || chest === 'Strongbox' ? 'treasure' : 'loot')
    for (const prop of take(scale, propNames, 1)) {
      filled(prop, 'props')
      // A heap of the same props, as in the corners of rooms.
      addSpawner(world, place, `${prop} Heap`, {
        type: 'props',
        payload: [{ loot_table_id: 'id.loot_table.empty_hands', spawn_rate: 1000, dungeon_grades: ['shallow'] }],
      })
    }
    for (const empty of take(scale, emptyNames, 1)) addSpawner(world, place, empty, { type: 'empty', payload: [] })
  }
}

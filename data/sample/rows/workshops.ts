import { nameText, nameWords } from '../name-words.ts'
import { camelOf, slugIn, slugOfName, textKey } from '../names.ts'
import { shuffled, Stream } from '../random.ts'
import type { ItemRow } from '../rows.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { places } from '../words/words-places.ts'
import { origins, remarks, rules, serviceTexts } from '../words/words-sentences.ts'
import { upgradeNames, workshopNames } from '../words/words-town.ts'
import { pennyId } from './blueprints.ts'
import { drawnBoost } from './class-arts.ts'

const serviceTypes = ['craft', 'rebuild', 'enhance', 'scrap'] as const

function addWorkshop(world: Snapshot, scale: Scale, [slug, name]: (typeof workshopNames)[number]): void {
  const id = `id.workshop.${slug}`
  const stream = new Stream(id)
  const description = world.text(textKey('workshop', slug, 'description'), {
    words: origins[1] ?? '',
    slots: { place: stream.pick(places).within },
    then: stream.pick(remarks),
  })
  world.add('workshops', {
    id,
    archetype: id,
    source_key: `Id_Workshop_${camelOf(slug)}`,
    name: nameText(world, name),
    description,
  })
  for (const tier of take(scale, [1, 2, 3, 4, 5, 6], 2)) {
    world.add('workshop_levels', {
      id: `id.workshop_level.${slug}_${tier}`,
      workshop_id: id,
      tier,
      xp_requirement: 250 * (tier - 1) * tier,
    })
  }
  for (const upgrade of take(scale, upgradeNames[slug] ?? [], 2)) {
    for (const tier of take(scale, [1, 2, 3, 4, 5], 2)) addUpgrade(world, slug, upgrade, tier)
  }
}

function addUpgrade(world: Snapshot, workshop: string, name: string, tier: number): void {
  const slug = `${slugOfName(name)}_${tier}`
  const { attribute, value, word, text } = drawnBoost(world, `upgrade/${slugOfName(name)}`, 0.2 * tier)
  world.add('workshop_upgrades', {
    id: `id.workshop_upgrade.${slug}`,
    workshop_id: `id.workshop.${workshop}`,
    archetype: `id.workshop_upgrade.${slugOfName(name)}`,
    name: nameText(world, `${name} ${tier}`),
    description: world.text(textKey('upgrade', slug, 'description'), {
      words: rules.upgrade,
      slots: { attribute: word, value: text },
    }),
    payload: {
      tier,
      cost: [{ item_id: pennyId, count: 40 * tier ** 2 }],
      effects: [{ attribute, value }],
      requires_level: tier,
    },
  })
}

function payloadOf(world: Snapshot, type: (typeof serviceTypes)[number], item: ItemRow, workshop: string) {
  const stream = new Stream(`service/${type}/${item.id}`)
  const raw = world
    .rows('items')
    .filter(
      ({ misc_type, name }) =>
        ['ore', 'ingot', 'herb', 'hide', 'trophy', 'gem'].includes(String(misc_type)) && name !== item.name,
    )
  const materials = shuffled(raw, `materials/${item.id}`, ({ id }) => id)
    .slice(0, type === 'craft' ? 3 : 1)
    .map(({ id }) => ({ item_id: id, count: stream.int(1, 4) }))
  const own = { item_id: item.id, count: 1 }
  const requirements = { workshop_id: workshop, tier: stream.int(1, 4), gold: stream.int(1, 30) * 5 }
  if (type === 'scrap') return { materials: [own], output: materials, requirements }
  return { materials: type === 'craft' ? materials : [own, ...materials], output: [own], requirements }
}

function addService(world: Snapshot, type: (typeof serviceTypes)[number], item: ItemRow): void {
  const isGear = item.type === 'weapon' || item.type === 'armor' || item.type === 'accessory'
  const workshop = `id.workshop.${isGear ? 'ember_forge' : 'still_room'}`
  const slug = `${type}_${slugIn(item.id)}`
  const description = { words: serviceTexts[type], slots: { what: nameWords(item.name) } }
  world.add('workshop_services', {
    id: `id.workshop_service.${slug}`,
    archetype: `id.workshop_service.${type}_${slugIn(item.archetype)}`,
    name: nameText(world, `${camelOf(type)} ${item.name}`),
    description: world.text(textKey('service', slug, 'description'), description),
    service_type: type,
    payload: payloadOf(world, type, item, workshop),
  })
}

export function addWorkshops(world: Snapshot, scale: Scale): void {
  for (const workshop of workshopNames) addWorkshop(world, scale, workshop)
  const made = world
    .rows('items')
    .filter(
      ({ type, rarity, name }) =>
        type !== 'misc' && ['uncommon', 'rare', 'epic'].includes(rarity) && name !== 'Rusted Spoon',
    )
  for (const type of serviceTypes) {
    const count = type === 'craft' ? 48 : 24
    const wanted = type === 'craft' ? made : made.filter((item) => item.type !== 'utility')
    for (const item of take(scale, shuffled(wanted, type, ({ id }) => id).slice(0, count), 2))
      addService(world, type, item)
  }
}

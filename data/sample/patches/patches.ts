import type { Locale } from '../../api/model/values/locales.ts'
import { isPlainText } from '../name-words.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import type { PatchHead } from '../write-bundle.ts'
import { addAttributes } from '../rows/attributes.ts'
import { artifact, gearSet, type Blueprint } from '../rows/blueprints.ts'
import { addClasses } from '../rows/classes.ts'
import { addFacets } from '../rows/facets.ts'
import { addAchievement, addGoals } from '../rows/goals.ts'
import { addItem, addItems } from '../rows/items.ts'
import { addLootTables, addMonsterLoot } from '../rows/loot-tables.ts'
import { addMaps } from '../rows/maps.ts'
import { addMonster, addMonsters, monster, type Monster } from '../rows/monsters.ts'
import { addQuest, addQuests } from '../rows/quests.ts'
import { addMonsterSpawner, addSpawners } from '../rows/spawners.ts'
import { addTown } from '../rows/town.ts'
import { addWorkshops } from '../rows/workshops.ts'
import { crownName } from '../words/words-goods.ts'
import {
  raiseRewards,
  rebalanceItems,
  rebalanceMonsters,
  removeForgotten,
  removeItems,
  rename,
  retunePerks,
  retuneSpells,
  addToLootTables,
  shiftLoot,
} from './changes.ts'

interface Patch {
  readonly head: PatchHead
  /** Turns a copy of the parent's world into that of this patch. */
  readonly change: (world: Snapshot, scale: Scale) => void
}

const main = (version: string) => ({ branch: 'main', version })

function addNewItems(world: Snapshot, items: readonly Blueprint[], tables: number): void {
  for (const blueprint of items) addItem(world, blueprint)
  addToLootTables(world, new Set(items.map(({ slug }) => `id.item.${slug}`)), tables)
}

function addNewMonsters(world: Snapshot, monsters: readonly Monster[]): void {
  for (const one of monsters) {
    addMonster(world, one)
    addMonsterLoot(world, one)
    addMonsterSpawner(world, one)
  }
}

function foundation(world: Snapshot, scale: Scale): void {
  addFacets(world)
  addAttributes(world, scale)
  addMaps(world, scale)
  addItems(world, scale)
  addMonsters(world, scale)
  addLootTables(world, scale)
  addSpawners(world, scale)
  addClasses(world, scale)
  addTown(world, scale)
  addQuests(world, scale)
  addWorkshops(world, scale)
  addGoals(world, scale)
}

function tollOfTheDrowned(world: Snapshot, scale: Scale): void {
  rebalanceItems(world, '1.1', 0.055)
  world.change('items', (item) => (item.id === 'id.item.ember_lantern_5001' ? { ...item, gear_score: 38 } : item))
  world.redrawn.add('id.item.ember_lantern')
  rename(world, 'id.item.mothsilk_hood', 'Mothsilk Cowl')
  removeForgotten(world, '1.1', 3)
  rebalanceMonsters(world, '1.1', 0.06)
  shiftLoot(world, '1.1', 0.3)
  addNewItems(world, [artifact(...crownName)], 2)
  addNewItems(
    world,
    gearSet('Bellmetal', take(scale, ['Signet', 'Helm', 'Cuirass', 'Gauntlets', 'Longsword', 'Maul'], 1)),
    3,
  )
  addNewMonsters(
    world,
    take(
      scale,
      [
        monster('Tolling Mason', 'construct', 'bell_quarry'),
        monster('Brine Bellringer', 'drowned', 'brine_fen'),
        monster('Velvet Gorger', 'fiend', 'hollow_throne'),
      ],
      0,
    ),
  )
  retunePerks(world, scale, '1.1', 0.1)
  retuneSpells(world, '1.1', 0.1)
  raiseRewards(world, '1.1', 0.1)
  addQuest(world, 'lamplighter', scale === 'full' ? 26 : 5, false)
  for (const merchant of take(scale, ['lamplighter', 'ferrymaster', 'coffin_maker', 'moth_breeder'], 0))
    addQuest(world, merchant, 27, false)
}

function mothSeason(world: Snapshot, scale: Scale): void {
  rebalanceItems(world, '1.2', 0.07)
  rebalanceMonsters(world, '1.2', 0.05)
  world.change('monsters', (one) =>
    one.id === 'id.monster.bog_wight_elite' ? { ...one, hp: Math.round(one.hp * 1.1) } : one,
  )
  shiftLoot(world, '1.2', 0.2)
  addNewItems(world, gearSet('Mothlight', take(scale, ['Pendant', 'Wand', 'Robe', 'Slippers'], 1)), 2)
}

/** The languages into which new texts are translated first. */
const translatedFirst: readonly Locale[] = ['en', 'ko']

/** Limits the texts that were added since to these languages. */
function leaveUntranslated(world: Snapshot, before: ReadonlySet<string>, isLeft: (key: string) => boolean): void {
  for (const [key, phrase] of world.texts)
    if (!before.has(key) && isLeft(key)) world.texts.set(key, { ...phrase, only: translatedFirst })
}

export const patches: readonly Patch[] = [
  {
    head: {
      ...main('1.0.0.2101'),
      version_raw: '1.0.0-2101+main',
      display_name: 'Embers Below',
      released_at: '2026-03-10T10:00:00Z',
      notes: 'The Hollow Reach opens: eight maps, ten classes, and nobody to light the lamps but you.',
    },
    change: foundation,
  },
  {
    head: {
      ...main('1.1.0.2188'),
      version_raw: '1.1.0-2188+main',
      display_name: 'Toll of the Drowned',
      released_at: '2026-05-19T10:00:00Z',
      notes:
        'The Crown of the Drowned King surfaces, bellmetal gear is forged, lanterns burn brighter, and the Mothsilk Hood is a cowl now.',
      parent: main('1.0.0.2101'),
    },
    change: tollOfTheDrowned,
  },
  {
    head: {
      branch: 'ptr',
      version: '1.2.0.2230-ptr',
      version_raw: '1.2.0-2230+ptr',
      display_name: 'Moth Season (Test)',
      released_at: '2026-07-02T14:00:00Z',
      notes: 'Test of the mothlight set and of tougher elites. Its texts are not translated yet.',
      parent: main('1.1.0.2188'),
    },
    change: (world, scale) => {
      const before = new Set(world.texts.keys())
      mothSeason(world, scale)
      leaveUntranslated(world, before, () => true)
    },
  },
  {
    head: {
      ...main('1.2.0.2247'),
      version_raw: '1.2.0-2247+main',
      display_name: 'Moth Season',
      released_at: '2026-07-28T10:00:00Z',
      notes:
        'Mothlight gear for everyone, two new things that fly toward it, and no more rusted spoons. Light Sleeper works at last.',
      parent: main('1.1.0.2188'),
    },
    change: (world, scale) => {
      const before = new Set(world.texts.keys())
      mothSeason(world, scale)
      rebalanceItems(world, '1.2 final', 0.012)
      retunePerks(world, scale, '1.2', 0.06)
      world.change('perks', (perk) => (perk.id === 'id.perk.light_sleeper' ? { ...perk, can_use: true } : perk))
      removeItems(world, new Set(['id.item.rusted_spoon_1001']))
      removeForgotten(world, '1.2', scale === 'full' ? 2 : 0)
      addNewMonsters(
        world,
        take(
          scale,
          [monster('Lampblack Moth', 'insect', 'lantern_ward'), monster('Attic Candlehound', 'fiend', 'lantern_ward')],
          0,
        ),
      )
      for (const n of [16, 17]) addAchievement(world, 'event', n)
      addQuest(world, 'lamplighter', scale === 'full' ? 28 : 6, false)
      leaveUntranslated(world, before, isPlainText)
    },
  },
]

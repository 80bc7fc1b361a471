import { defineApi } from './api.ts'
import { attributes } from './resources/attributes.ts'
import { facets } from './resources/facets.ts'
import { items } from './resources/items.ts'
import { lootTable, lootTables } from './resources/loot-tables.ts'
import { meta } from './resources/meta.ts'
import { abilitiesOfMonster, lootOfMonster, monsterAbilities, monsters } from './resources/monsters.ts'
import { patch, patches } from './resources/patches.ts'
import { perks } from './resources/perks.ts'
import { quest, questContents, quests, rewards } from './resources/quests.ts'
import * as stored from './resources/stored.ts'

/** THE table: every resource and every endpoint. */
export const api = defineApi([
  patches,
  patch,
  items,
  attributes,
  monsters,
  monsterAbilities,
  abilitiesOfMonster,
  lootOfMonster,
  lootTables,
  lootTable,
  perks,
  quests,
  quest,
  questContents,
  rewards,
  ...Object.values(stored),
  facets,
  meta,
])

import { defineApi } from './api.ts'
import * as boards from './live/leaderboards.ts'
import { chatItem } from './live/chat-item.ts'
import { listing, market } from './live/market.ts'
import { merchantQuests, stock, stockHistory, stockOfMerchant } from './live/merchants.ts'
import { population, populationHistory } from './live/population.ts'
import { priceHistory } from './live/price-history.ts'
import { tradeChat, trades } from './live/trades.ts'
import { perkAbilities, skillAbilities, spellAbilities } from './resources/abilities.ts'
import { achievements } from './resources/achievements.ts'
import { asset } from './resources/assets.ts'
import { attributes } from './resources/attributes.ts'
import { changelog } from './resources/changelog.ts'
import { classes } from './resources/classes.ts'
import { facets } from './resources/facets.ts'
import { faustianBargains } from './resources/faustian-bargains.ts'
import { itemNames } from './resources/item-names.ts'
import { items } from './resources/items.ts'
import { lootTable, lootTables } from './resources/loot-tables.ts'
import { maps } from './resources/maps.ts'
import { merchants } from './resources/merchants.ts'
import { meta } from './resources/meta.ts'
import {
  abilitiesOfMonster,
  lootOfMonster,
  modelOfMonster,
  monsterAbilities,
  monsters,
  portraitOfMonster,
} from './resources/monsters.ts'
import { openapi } from './resources/openapi.ts'
import { patch, patches } from './resources/patches.ts'
import { perks } from './resources/perks.ts'
import { quest, questContents, quests, rewards } from './resources/quests.ts'
import { religions } from './resources/religions.ts'
import { skills } from './resources/skills.ts'
import { spawners } from './resources/spawners.ts'
import { spells } from './resources/spells.ts'
import { tooltip } from './resources/tooltip.ts'
import { workshopLevels, workshops, workshopServices, workshopUpgrades } from './resources/workshops.ts'

/** THE table: every resource and every endpoint. */
export const api = defineApi([
  patches,
  patch,
  changelog,
  items,
  itemNames,
  tooltip,
  attributes,
  monsters,
  monsterAbilities,
  abilitiesOfMonster,
  lootOfMonster,
  portraitOfMonster,
  modelOfMonster,
  lootTables,
  lootTable,
  perks,
  quests,
  quest,
  questContents,
  rewards,
  classes,
  perkAbilities,
  skillAbilities,
  spellAbilities,
  spells,
  skills,
  religions,
  merchants,
  spawners,
  maps,
  workshops,
  workshopLevels,
  workshopUpgrades,
  workshopServices,
  faustianBargains,
  achievements,
  facets,
  asset,
  stock,
  stockOfMerchant,
  stockHistory,
  merchantQuests,
  market,
  listing,
  priceHistory,
  trades,
  tradeChat,
  population,
  populationHistory,
  chatItem,
  boards.seasons,
  boards.season,
  boards.sheets,
  boards.sheet,
  boards.periods,
  boards.entries,
  boards.characterHistory,
  boards.legacySummary,
  boards.legacyEntries,
  meta,
  openapi,
])

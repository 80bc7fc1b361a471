import { defineApi } from './define-api.ts'
import * as boards from './live/leaderboards.ts'
import { chatItem } from './live/items/chat-item.ts'
import { marketChanges, stockChanges, tradeChanges } from './live/changes.ts'
import { events } from './live/events.ts'
import { listing, market } from './live/market.ts'
import { merchantQuests, stock, stockHistory, stockOfMerchant } from './live/merchants.ts'
import { population, populationHistory } from './live/population.ts'
import { itemPrices } from './live/items/item-prices.ts'
import { priceHistory } from './live/items/price-history.ts'
import { tradeChat, trades } from './live/trades.ts'
import type { Api } from './model/api.ts'
import { perkAbilities, skillAbilities, spellAbilities } from './resources/characters/abilities.ts'
import { achievements } from './resources/characters/achievements.ts'
import { asset } from './resources/about/assets.ts'
import { attributes } from './resources/items/attributes.ts'
import { bulk, bulkFile } from './resources/about/bulk.ts'
import { changelog } from './resources/about/changelog.ts'
import { classes } from './resources/characters/classes.ts'
import { facets } from './resources/about/facets.ts'
import { faustianBargains } from './resources/characters/faustian-bargains.ts'
import { itemNames } from './resources/items/item-names.ts'
import { items } from './resources/items/items.ts'
import { lootTable, lootTables } from './resources/world/loot-tables.ts'
import { maps } from './resources/world/maps.ts'
import { merchants } from './resources/world/merchants.ts'
import { meta } from './resources/about/meta.ts'
import {
  abilitiesOfMonster,
  lootOfMonster,
  modelOfMonster,
  monsterAbilities,
  monsters,
  portraitOfMonster,
} from './resources/world/monsters.ts'
import { openapi } from './resources/about/openapi.ts'
import { patch, patches } from './resources/about/patches.ts'
import { patchDiff } from './resources/about/patch-diff.ts'
import { perks } from './resources/characters/perks.ts'
import { quest, questContents, quests, rewards } from './resources/world/quests.ts'
import { religions } from './resources/characters/religions.ts'
import { search } from './resources/about/search.ts'
import { skills } from './resources/characters/skills.ts'
import { spawners } from './resources/world/spawners.ts'
import { spells } from './resources/characters/spells.ts'
import { tooltip } from './resources/tooltip/item-tooltip.ts'
import { workshopLevels, workshops, workshopServices, workshopUpgrades } from './resources/world/workshops.ts'

const declared = [
  patches,
  patch,
  changelog,
  patchDiff(() => api),
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
  bulk,
  bulkFile,
  stock,
  stockOfMerchant,
  stockHistory,
  stockChanges,
  merchantQuests,
  market,
  marketChanges,
  listing,
  priceHistory,
  itemPrices,
  trades,
  tradeChanges,
  tradeChat,
  population,
  populationHistory,
  events,
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
]

/** The table of the API: every resource and every endpoint. */
export const api: Api = defineApi([...declared, search(declared.filter((one) => 'columns' in one)), openapi(() => api)])

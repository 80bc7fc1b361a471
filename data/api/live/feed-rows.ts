import type { z } from 'zod'
import type { Columns } from '../model/columns.ts'
import type { ChangeFeed } from '../model/feeds/feed-names.ts'
import { listingColumns, listingSchema } from './market.ts'
import { merchantQuestColumns, merchantQuestSchema, stockColumns, stockSchema } from './merchants.ts'
import { sampleColumns, sampleSchema } from './population.ts'
import { tradeColumns, tradeSchema } from './trades.ts'

/** Columns and schema of each feed's rows in all lists, changes and events. */
export const feedRows: Readonly<Record<ChangeFeed, { readonly columns: Columns; readonly schema: z.ZodType }>> = {
  market: { columns: listingColumns, schema: listingSchema },
  trades: { columns: tradeColumns, schema: tradeSchema },
  'merchant-stock': { columns: stockColumns, schema: stockSchema },
  'merchant-quests': { columns: merchantQuestColumns, schema: merchantQuestSchema },
  population: { columns: sampleColumns, schema: sampleSchema },
}

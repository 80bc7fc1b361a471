import * as column from '../model/columns.ts'
import { pageByTime } from '../model/envelopes.ts'
import { unscoped } from '../model/patch-modes.ts'
import { listSchema } from '../model/schemas.ts'
import { liveList } from './lists/live-list.ts'
import { liveRowSchema } from './lists/live-rows.ts'
import { bindFilters, exact, substring, within } from '../model/filters.ts'
import { z } from 'zod'

const linkedItem = z.looseObject({
  item_id: z.string().describe('Canonical id of the item.'),
  item: z.string().optional().describe("The item's name as the message shows it."),
  quantity: z.int().optional().describe('Quantity of the linked item.'),
})

export const tradeColumns = {
  id: column.alwaysPresent(column.integer('Id of the message.')),
  timestamp: column.alwaysPresent(column.timestamp('When it was sent.')),
  sender: column.key('Name of the sender.'),
  sender_id: column.integer('Id of the sender.'),
  sender_class: column.key('Tag of the class of the sender.'),
  sender_rank: column.key('Rank of the sender.'),
  message: column.alwaysPresent(column.key('The text.')),
  items: column.alwaysPresent(
    column.described('Items that the message links; empty when there are none.', column.list(linkedItem)),
  ),
}

const filters = bindFilters(
  [
    exact('sender', { as: 'text' }),
    exact('sender_class', { as: 'tag', keysOf: 'classes' }),
    exact('sender_rank', { as: 'text' }),
    substring('message', 'contains'),
    within('timestamp'),
  ],
  tradeColumns,
)

const envelope = pageByTime({ at: 'timestamp', id: 'id' })
export const tradeSchema = liveRowSchema(tradeColumns).meta({ id: 'TradeMessage' })

const messages = (id: string, path: string, summary: string) =>
  liveList({
    ...{ id, path, summary, envelope, filters },
    specClause: '4.12',
    mode: unscoped,
    rowColumns: tradeColumns,
    maxAgeSeconds: 5,
    schema: listSchema(envelope, tradeSchema, tradeColumns),
    read: ({ conditions, slice }, { live }) => live.trades.trades(conditions, slice),
  })

export const trades = messages('trades.list', '/v2/trades', 'Messages of the trade channel, newest first.')
export const tradeChat = messages('trades.chat', '/v2/trades/chat', 'The same as `/v2/trades`, under its legacy name.')

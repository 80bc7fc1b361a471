import * as column from '../columns.ts'
import { endpoint } from '../endpoint.ts'
import { page } from '../envelopes.ts'
import { unscoped } from '../patch-modes.ts'
import { listSchema } from '../schemas.ts'
import { answerLiveList, liveRowSchema, sliceOf } from './live-answers.ts'
import { containing, exactTag, exactText, paramsOf, termsOf, within } from './live-params.ts'
import { z } from 'zod'

export const tradeColumns = {
  id: column.integer(),
  timestamp: column.timestamp(),
  sender: column.key(),
  sender_id: column.integer(),
  sender_class: column.key(),
  sender_rank: column.key(),
  message: column.key(),
  items: column.list(z.looseObject({ item_id: z.string(), quantity: z.int().optional() })),
}

const filters = [
  exactText('sender'),
  exactTag('sender_class'),
  exactText('sender_rank'),
  containing('contains', 'message'),
  within('timestamp'),
]

const envelope = page()
const rowSchema = liveRowSchema(tradeColumns).meta({ id: 'TradeMessage' })

const messages = (id: string, path: string, summary: string) =>
  endpoint({
    ...{ id, path, summary, envelope },
    spec: '4.12',
    mode: unscoped,
    params: paramsOf(filters),
    maxAgeSeconds: 5,
    schema: listSchema(envelope, rowSchema),
    async live(request, live) {
      const seen = await live.trades.trades(termsOf(filters, request.values), sliceOf(request))
      return answerLiveList(request, tradeColumns, seen)
    },
  })

export const trades = messages('trades.list', '/v2/trades', 'Messages of the trade channel, newest first.')
export const tradeChat = messages('trades.chat', '/v2/trades/chat', 'The same as `/v2/trades`, under its legacy name.')

// For negative controls: what a cache may not make of an answer.
import { Reply } from '../fixtures/test-client.ts'

/** What is wrong, whether it is an answer to a validator, and what becomes of the right one. */
export const wrongAnswers: readonly (readonly [string, boolean, (right: Reply) => Reply])[] = [
  ['the whole where nothing has changed', true, ({ headers, bytes }) => new Reply(200, headers, bytes)],
  ['another ETag', true, ({ status, headers, bytes }) => new Reply(status, { ...headers, etag: '"other"' }, bytes)],
  ['no Vary', true, ({ status, headers: { vary: _, ...others }, bytes }) => new Reply(status, others, bytes)],
  [
    'another byte',
    false,
    ({ status, headers, bytes }) => new Reply(status, headers, Buffer.from(bytes).fill('x', 20, 21)),
  ],
  [
    'an encoding that it does not have',
    false,
    ({ status, headers, bytes }) => new Reply(status, { ...headers, 'content-encoding': 'gzip' }, bytes),
  ],
]

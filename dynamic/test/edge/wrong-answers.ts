// For negative controls: wrong answers that a cache might give.
import { Reply } from '../fixtures/test-client.ts'

/** The fault, whether the request has a validator, and a function that makes the wrong answer from the right one. */
export const wrongAnswers: readonly (readonly [string, boolean, (right: Reply) => Reply])[] = [
  ['the body although it has not changed', true, ({ headers, bytes }) => new Reply(200, headers, bytes)],
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

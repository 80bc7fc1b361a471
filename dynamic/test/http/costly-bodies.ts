// For suites: long request bodies: messages of assistants and observations.
import { gzipSync } from 'node:zlib'
import { SimulatedObserver } from '../../../data/sample/observer/simulated-observer.ts'
import { maxLineBytes } from '../../../data/store/live/intake/line-reader.ts'
import { toMcp, type Posted } from './watched-service.ts'

const call = (name: string, args: object): Posted => ({
  what: `${name} ${JSON.stringify(args).slice(0, 100)}`,
  ...toMcp({ method: 'tools/call', params: { name, arguments: args } }),
})

/** About as many as fit into a message of 64 KB. */
const unknownArguments = Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`unkown_${at}`, 1]))

/** Messages of assistants. */
export const assistantMessages: readonly Posted[] = [
  { what: 'tools/list', ...toMcp({ method: 'tools/list', params: {} }) },
  call('search', { q: 'lantern ember', limit: 100 }),
  call('list', { resource: 'items', limit: 250, name: 'a' }),
  call('list', { resource: 'loot_tables', limit: 250, embed: 'entries' }),
  call('changes', { from: '1', to: 'current', limit: 250 }),
  call('list', { resource: 'items', ...unknownArguments }),
]

const hours = 4
const hour = 3_600_000
/** Length of the body of one feed: several batches. */
const bodyBytes = 2 * 1024 * 1024
/** Number of lines in a body of lines of the maximum length, or slightly longer. */
const longLines = (2 * bodyBytes) / maxLineBytes

/**
 * Bodies of every feed, plain and compressed, then bodies of lines that are too long, invalid or of the maximum length.
 */
export function observationBodies(): Posted[] {
  const now = Date.now()
  const seen = [...new SimulatedObserver().between(now - hours * hour, now)]
  const bodies = [...Map.groupBy(seen, ({ feed }) => feed)].flatMap(([feed, lines]) => {
    const once = lines.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
    const body = once.repeat(Math.ceil(bodyBytes / once.length))
    return [observed(feed, body), observed(feed, gzipSync(body), 'gzip')]
  })
  return [
    ...bodies,
    observed('market', `${'x'.repeat(maxLineBytes + 1)}\n`.repeat(longLines)),
    observed('market', '{"id":0}\n'.repeat(20_000)),
    observed('trades', `{"message":"${'x'.repeat(maxLineBytes - 100)}"}\n`.repeat(longLines)),
  ]
}

const observed = (feed: string, body: string | Buffer, encoding = 'identity'): Posted => ({
  what: `${body.length} bytes, ${encoding}`,
  path: `/observations/${feed}`,
  headers: { 'content-type': 'application/x-ndjson', 'content-encoding': encoding },
  body,
  isObserved: true,
})

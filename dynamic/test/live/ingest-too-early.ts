// For suites, the negative control of ingest-lines.ts: the same writer, which says that a batch is durable while it is
// still being stored.
import { LiveWriter, type Receipt } from '../../../data/store/live/intake/live-writer.ts'

type Ingest = (this: LiveWriter, ...args: Parameters<LiveWriter['ingest']>) => Promise<Receipt>

const batchesKept = 12
const prototype = LiveWriter.prototype as { ingest: Ingest }
const { ingest } = prototype
const kept: (() => Promise<Receipt>)[] = []
prototype.ingest = async function (...args) {
  kept.push(() => ingest.apply(this, args))
  if (kept.length > batchesKept) await kept.shift()?.()
  return { accepted: 0, duplicates: 0, rejected: [] }
}
await import('./ingest-lines.ts')

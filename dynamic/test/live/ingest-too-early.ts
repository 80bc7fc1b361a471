// Negative control of ingest-lines.ts: the same writer, which reports batches as durable before they are stored.
import { LiveWriter, type Receipt } from '../../../data/store/live/intake/live-writer.ts'

type Ingest = (this: LiveWriter, ...args: Parameters<LiveWriter['ingest']>) => Promise<Receipt>

const maxPendingBatches = 12
const prototype = LiveWriter.prototype as { ingest: Ingest }
const { ingest } = prototype
const pending: (() => Promise<Receipt>)[] = []
prototype.ingest = async function (...args) {
  pending.push(() => ingest.apply(this, args))
  if (pending.length > maxPendingBatches) await pending.shift()?.()
  return { accepted: 0, duplicates: 0, rejected: [] }
}
await import('./ingest-lines.ts')

// Negative control of ingest-lines.ts: the same writer on databases that are never flushed, although their
// `synchronous` setting reads as FULL.
import Database from 'better-sqlite3'

type Pragma = (this: Database.Database, source: string, options?: Database.PragmaOptions) => unknown

const prototype = Database.prototype as { pragma: Pragma }
const { pragma } = prototype
prototype.pragma = function (source, options) {
  if (source === 'synchronous') return 2
  return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = OFF' : source, options)
}
await import('../../live/ingest-lines.ts')

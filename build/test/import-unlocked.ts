// The negative control of suites of `npm run import`: the same command with a lock that excludes nobody.
import Database from 'better-sqlite3'

type Exec = (this: Database.Database, source: string) => Database.Database

const prototype = Database.prototype as { exec: Exec }
const { exec } = prototype
prototype.exec = function (source) {
  return exec.call(this, this.name.endsWith('import.lock') ? source.replace('IMMEDIATE', '') : source)
}
await import('../../scripts/import.ts')

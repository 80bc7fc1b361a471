// For suites: an instance that holds the lock for writing live data until it is killed. Prints `held` when it has the
// lock.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../../data/store/dialect/open-store.ts'
import { liveStore } from '../../../data/store/live/rows/migrations.ts'
import { readSettings, storeLocation } from '../../settings.ts'

const location = storeLocation(readSettings(process.env))
const { db } = await openStore(location, liveStore, { access: 'write', share: 0 })
await db.transaction().execute(async () => {
  writeSync(1, 'held\n')
  await sleep(600_000)
})

// Makes a backup with the command, and restores it: a service on a copy in another folder has every row and accepts new
// ones.
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lostRows } from '../../../../data/store/test/lost-rows.ts'
import { builtWorld } from '../../../../scripts/test/built-world.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { ndjson, post } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openFixture } from '../../fixtures/test-service.ts'
import { killLine } from '../../live/kill-lines.ts'
import { observerKey } from '../../live/service-process.ts'

const repository = join(import.meta.dirname, '../../../..')
const addedRows = 25

/** Adds a catalog, assets and accounts to a new data folder; returns the key of an observer. */
export async function fillFolder(dataDir: string): Promise<string> {
  const world = join(await builtWorld(), 'data')
  for (const name of ['catalog.db', 'assets']) cpSync(join(world, name), join(dataDir, name), { recursive: true })
  return observerKey({ location: () => Promise.resolve({ dataDir }) })
}

/** Runs `npm run backup`. Rejects if the command fails. */
export const backUpByCommand = (dataDir: string, folder: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['scripts/backup.ts', folder], {
    ...{ cwd: repository, env: commandEnvironment({ DATA_DIR: dataDir }) },
  })

/**
 * Describes the acknowledged rows that a service on the restored backup lacks, and the new rows that it does not
 * accept.
 */
export async function restoreFaults(folder: string, acknowledged: number, key: string): Promise<string[]> {
  const fixture = openFixture()
  try {
    cpSync(folder, fixture.dataDir, { recursive: true })
    const { port, observerPort } = await fixture.serve()
    const wrong: string[] = []
    const isAnswered = async (target: string) => {
      const { status } = await fetchApi({ port }, target, { undeclared: 'allowed' })
      if (status !== 200) wrong.push(`${target} is answered with ${status}`)
    }
    await isAnswered(`/v2/market/${acknowledged}`)
    await isAnswered('/v2/items?limit=5')
    const ids = Array.from({ length: addedRows }, (_, nth) => acknowledged + 1 + nth)
    for (const feed of ['market', 'trades', 'merchant-stock'] as const) {
      const lines = ndjson(ids.map((id) => killLine(feed, id)))
      const { status } = await post({ observerPort: Number(observerPort), key }, `/observations/${feed}`, lines)
      if (status !== 200) wrong.push(`new rows of ${feed} are answered with ${status}`)
    }
    await isAnswered(`/v2/market/${acknowledged + addedRows}`)
    return [...wrong, ...lostRows(fixture.dataDir, acknowledged + addedRows)]
  } finally {
    await fixture.close()
  }
}

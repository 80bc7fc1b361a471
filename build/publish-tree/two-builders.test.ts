// Builders with separate data folders that publish to the same folder: one at a time, and releases are always complete.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { etagOf, sha256 } from '../../data/store/files/etag.ts'
import { DataFolder } from '../test/test-bundle.ts'
import { readCurrent } from './release.ts'

/** The outcome of a publish that a builder reported. */
interface Published {
  readonly hash?: string
  readonly error?: string
}

const rounds = 4
const program = join(import.meta.dirname, '../test/publisher.ts')
let folders: DataFolder[]
let builders: ChildProcess[]
let to: string
/** Two files: the first signals that a builder holds the lock, the second that it may continue. */
let signals: readonly [holding: string, goOn: string]

beforeAll(async () => {
  folders = [new DataFolder(), new DataFolder()]
  to = folders[0]?.beside('new/publish') ?? ''
  signals = [`${to}-holding`, `${to}-go-on`]
  for (const [nth, folder] of folders.entries()) {
    const items = Array.from({ length: 40 }, (_, item) => ({ id: `id.item.of_${nth}_${item}`, name: 'Sword' }))
    await folder.import('1', { items }, { patches: 'all' })
  }
  builders = folders.map(({ dataDir }) => fork(program, [dataDir, to, ...signals], { execArgv: [] }))
  await Promise.all(builders.map((builder) => once(builder, 'message')))
})
afterAll(() => {
  for (const builder of builders) builder.kill()
  for (const folder of folders) folder.close()
})

async function publish(builder: ChildProcess, how = 'publish'): Promise<Published> {
  const answer = once(builder, 'message')
  builder.send(how)
  const [published] = (await answer) as [Published]
  return published
}

const busy = () => `BusyError: Another publish is at work in ${to}: wait for it to end.`

/** The hash of the current release, computed from its files. */
function currentHash(): string {
  const { folder, listing } = readCurrent(to) ?? { folder: '', listing: {} }
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path.slice(folder.length + 1), etagOf(readFileSync(path))] as const)
    .filter(([name]) => name !== 'files.json')
  expect(Object.fromEntries(found)).toEqual(listing)
  return sha256(Object.entries(listing).flat().join('\n'))
}

it('one that starts while another publishes is refused, and can publish once that one has ended', async () => {
  const [first, second] = builders
  if (!first || !second) throw new Error('there are no two builders')
  const [holding, goOn] = signals
  const publishing = publish(first, 'hold')
  await expect.poll(() => existsSync(holding), { interval: 10, timeout: 60_000 }).toBe(true)
  expect(await publish(second)).toEqual({ error: busy() })
  writeFileSync(goOn, '')
  const done = await publishing
  expect(done).toEqual({ hash: currentHash() })
  const next = await publish(second)
  expect(next).toEqual({ hash: currentHash() })
  expect(next).not.toEqual(done)
})

it(`two that begin at once, ${rounds} times: one publishes all of its files, the other is told to wait`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const published = await Promise.all(builders.map((builder) => publish(builder)))
    const done = published.flatMap(({ hash }) => hash ?? [])
    expect(done).toContain(currentHash())
    for (const { error } of published) if (error !== undefined) expect(error).toBe(busy())
  }
  for (const builder of builders) expect((await publish(builder)).hash).toBe(currentHash())
  for (const made of [to, dirname(to)]) expect(statSync(made).mode & 0o055).toBe(0o055)
})

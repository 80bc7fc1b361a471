import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { samplePatches } from '../../data/api/test/test-world.ts'
import { PublishedTree } from './published-tree.ts'

const manifestOf = (state: string): Manifest => ({ format: 1, catalog: '', state, patches: samplePatches, scopes: {} })
const keptMilliseconds = 30_000

/** A tree whose reads the test answers one by one. */
function manualTree() {
  const reads: ((answer: Response | Error) => void)[] = []
  const world = { now: 1_800_000_000_000 }
  const fetchFile = () =>
    new Promise<Response>((resolve, reject) => {
      reads.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
    })
  const tree = new PublishedTree(fetchFile, () => world.now, keptMilliseconds)
  return { tree, reads, world, answer: (state: string) => reads.at(-1)?.(Response.json(manifestOf(state))) }
}

describe('the first manifest', () => {
  it('is read once for all concurrent callers', async () => {
    const { tree, reads, answer } = manualTree()
    const requested = [tree.current(), tree.current(), tree.current()]
    answer('one')
    const states = (await Promise.all(requested)).map((state) => state?.manifest.state)
    expect(states).toEqual(['one', 'one', 'one'])
    expect(reads).toHaveLength(1)
  })

  it.each([
    ['fails', () => new Error('no network')],
    ['finds no file', () => new Response(null, { status: 404 })],
    ['finds a truncated one', () => new Response('{"format":')],
  ])('is requested again by the next call after a read that %s', async (_, failure) => {
    const { tree, reads, answer } = manualTree()
    const requested = [tree.current(), tree.current()]
    reads[0]?.(failure())
    expect(await Promise.all(requested.map((one) => one.catch(() => undefined)))).toEqual([undefined, undefined])
    const again = tree.current()
    answer('one')
    expect((await again)?.manifest.state).toBe('one')
    expect(reads).toHaveLength(2)
  })
})

/** A tree whose manifest was read, and is due to be read again. */
async function treeToRevalidate() {
  const hand = manualTree()
  const first = hand.tree.current()
  hand.answer('one')
  await first
  hand.world.now += keptMilliseconds
  return hand
}

describe('a manifest that was read', () => {
  it('is returned to other callers while one reads it again', async () => {
    const { tree, reads, answer } = await treeToRevalidate()
    const refreshing = tree.current()
    expect((await tree.current())?.manifest.state).toBe('one')
    answer('two')
    expect((await refreshing)?.manifest.state).toBe('two')
    expect(reads).toHaveLength(2)
  })

  it.each([
    ['fails', () => new Error('no network')],
    ['finds a truncated one', () => new Response('{"format":')],
    ['finds no manifest', () => new Response('null')],
  ])('is kept after a read that %s, and not read again before its time', async (_, failure) => {
    const { tree, reads } = await treeToRevalidate()
    const refreshing = tree.current()
    reads[1]?.(failure())
    expect((await refreshing)?.manifest.state).toBe('one')
    expect((await tree.current())?.manifest.state).toBe('one')
    expect(reads).toHaveLength(2)
  })
})

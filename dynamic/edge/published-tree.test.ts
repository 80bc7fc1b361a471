import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { samplePatches } from '../../data/api/test/test-world.ts'
import { PublishedTree } from './published-tree.ts'

const manifestOf = (state: string): Manifest => ({ format: 1, catalog: '', state, patches: samplePatches, scopes: {} })
const keptMilliseconds = 30_000

/** A tree of which each read is answered by hand. */
function treeByHand() {
  const reads: ((answer: Response | Error) => void)[] = []
  const world = { now: 1_800_000_000_000 }
  const fetchFile = () =>
    new Promise<Response>((resolve, reject) => {
      reads.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
    })
  const tree = new PublishedTree(fetchFile, () => world.now, keptMilliseconds)
  return { tree, reads, world, answer: (state: string) => reads.at(-1)?.(Response.json(manifestOf(state))) }
}

describe('the manifest, while there is none yet', () => {
  it('is read once, and all who ask at once wait for it', async () => {
    const { tree, reads, answer } = treeByHand()
    const requested = [tree.current(), tree.current(), tree.current()]
    answer('one')
    const states = (await Promise.all(requested)).map((state) => state?.manifest.state)
    expect(states).toEqual(['one', 'one', 'one'])
    expect(reads).toHaveLength(1)
  })

  it.each([
    ['fails', () => new Error('no network')],
    ['finds none', () => new Response(null, { status: 404 })],
    ['finds half of one', () => new Response('{"format":')],
  ])('is asked for again as soon as a read %s', async (_, failure) => {
    const { tree, reads, answer } = treeByHand()
    const requested = [tree.current(), tree.current()]
    reads[0]?.(failure())
    expect(await Promise.all(requested.map((one) => one.catch(() => undefined)))).toEqual([undefined, undefined])
    const again = tree.current()
    answer('one')
    expect((await again)?.manifest.state).toBe('one')
    expect(reads).toHaveLength(2)
  })
})

/** A tree whose manifest is there, and may be asked for again. */
async function treeToAskAgain() {
  const hand = treeByHand()
  const first = hand.tree.current()
  hand.answer('one')
  await first
  hand.world.now += keptMilliseconds
  return hand
}

describe('the manifest that is there', () => {
  it('is answered to others while one asks whether there is a newer one', async () => {
    const { tree, reads, answer } = await treeToAskAgain()
    const asks = tree.current()
    expect((await tree.current())?.manifest.state).toBe('one')
    answer('two')
    expect((await asks)?.manifest.state).toBe('two')
    expect(reads).toHaveLength(2)
  })

  it.each([
    ['fails', () => new Error('no network')],
    ['finds half of one', () => new Response('{"format":')],
    ['finds no manifest', () => new Response('null')],
  ])('stays where a read %s, and is asked for again in its time', async (_, failure) => {
    const { tree, reads } = await treeToAskAgain()
    const asks = tree.current()
    reads[1]?.(failure())
    expect((await asks)?.manifest.state).toBe('one')
    expect((await tree.current())?.manifest.state).toBe('one')
    expect(reads).toHaveLength(2)
  })
})

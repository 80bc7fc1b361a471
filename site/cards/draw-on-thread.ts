// The entry of the thread that draws cards.
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { collectGarbage } from '../../data/store/cache/collect-garbage.ts'
import type { DrawRequest, DrawResult } from './card-thread.ts'
import { drawCard } from './draw-card.ts'

// Operations of one card do not recur in another: caching the last hundred takes 83 ms of processor time per card instead of 73.
sharp.cache(false)

async function answer({ number, card, picture }: DrawRequest): Promise<DrawResult> {
  try {
    return { number, bytes: new Uint8Array(await drawCard(card, picture)) }
  } catch (error) {
    return { number, error: error as Error }
  }
}

/** Transfers the bytes: a copy on this thread would only be freed by its next garbage collection. */
const post = (drawn: DrawResult) => parentPort?.postMessage(drawn, 'bytes' in drawn ? [drawn.bytes.buffer] : [])

// DrawRequest the first card reads the fonts and the WebAssembly of the layout, which leaves 15 MB of garbage.
parentPort?.once('message', (drawing: DrawRequest) => {
  void answer(drawing).then(post).finally(collectGarbage)
  parentPort?.on('message', (next: DrawRequest) => void answer(next).then(post))
})

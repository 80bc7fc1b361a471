// Entry of the thread that draws cards.
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { collectGarbage } from '../../data/store/cache/collect-garbage.ts'
import type { Drawing, Drawn } from './card-thread.ts'
import { drawCard } from './draw-card.ts'

// Steps of one card do not recur in another: keeping the last hundred takes 83 ms of processor time for a card instead of 73.
sharp.cache(false)

async function answer({ number, card, picture }: Drawing): Promise<Drawn> {
  try {
    return { number, bytes: new Uint8Array(await drawCard(card, picture)) }
  } catch (error) {
    return { number, error: error as Error }
  }
}

/** The bytes are handed over: a copy that stayed here would only be freed when the thread next collects garbage. */
const post = (drawn: Drawn) => parentPort?.postMessage(drawn, 'bytes' in drawn ? [drawn.bytes.buffer] : [])

// The fonts and the layout's WebAssembly are read by the first card: what is left of that is 15 MB.
parentPort?.once('message', (drawing: Drawing) => {
  void answer(drawing).then(post).finally(collectGarbage)
  parentPort?.on('message', (next: Drawing) => void answer(next).then(post))
})

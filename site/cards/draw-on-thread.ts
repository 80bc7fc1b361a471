// Entry of the thread that draws cards.
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
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

parentPort?.on('message', (drawing: Drawing) => {
  void answer(drawing).then((drawn) => parentPort?.postMessage(drawn))
})

// Entry of the thread that draws cards.
import { parentPort } from 'node:worker_threads'
import type { Drawing, Drawn } from './card-thread.ts'
import { drawCard } from './draw-card.ts'

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

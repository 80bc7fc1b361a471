import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../data/store/threads/start-worker.ts'
import type { Card } from './card.ts'

/** Messages to and from the thread. */
export interface DrawRequest {
  readonly number: number
  readonly card: Card
  readonly picture: Uint8Array | undefined
}
export type DrawResult = { readonly number: number } & (Picture | { readonly error: Error })

interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>
}

const idleMilliseconds = 60_000

/** Draws cards on a separate thread, because the layout of one takes 20 ms. The thread ends after a minute without work. */
export class CardThread {
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>()
  #last = 0
  #worker: Worker | undefined
  #end: NodeJS.Timeout | undefined

  /** Returns the card as a PNG. Rejects if it cannot be drawn, or if the thread fails. */
  draw(card: Card, picture: Uint8Array | undefined): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.#end)
    const worker = (this.#worker ??= this.#started())
    const number = (this.#last += 1)
    const drawing = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    this.#waiting.set(number, drawing)
    worker.ref()
    worker.postMessage({ number, card, picture } satisfies DrawRequest)
    return drawing.promise
  }

  #started(): Worker {
    const worker = startWorker(new URL('./draw-on-thread.ts', import.meta.url))
    worker.on('message', (drawn: DrawResult) => {
      const drawing = this.#waiting.get(drawn.number)
      this.#waiting.delete(drawn.number)
      if ('bytes' in drawn) drawing?.resolve(drawn.bytes)
      else drawing?.reject(drawn.error)
      if (this.#waiting.size === 0) this.#rest(worker)
    })
    worker.once('error', (error) => this.#fail(error))
    return worker
  }

  #rest(worker: Worker): void {
    worker.unref()
    this.#end = setTimeout(() => {
      this.#worker = undefined
      void worker.terminate()
    }, idleMilliseconds).unref()
  }

  /** Rejects all drawings; the next card starts another thread. */
  #fail(error: unknown): void {
    this.#worker = undefined
    for (const drawing of this.#waiting.values()) drawing.reject(error)
    this.#waiting.clear()
  }
}

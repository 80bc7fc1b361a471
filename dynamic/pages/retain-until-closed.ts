import type { ServerResponse } from 'node:http'
import type { Generation } from '../catalog/generation.ts'
import { whenClosed } from '../http/when-closed.ts'

interface ResponseLifetime {
  /**
   * True once the response is sent or its client has disconnected: later requests of the page may then fail, since
   * nobody awaits them.
   */
  isOver: () => boolean
}

/** Keeps a generation open until a response is sent or its client has disconnected. */
export function retainUntilClosed(res: ServerResponse, generation: Generation): ResponseLifetime {
  const release = generation.retain()
  let isOver = false
  whenClosed(res, () => {
    isOver = true
    release()
  })
  return { isOver: () => isOver }
}

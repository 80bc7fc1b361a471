import type { ServerResponse } from 'node:http'
import type { Generation } from '../catalog/generation.ts'

export interface ResponseHold {
  /** True once the response is sent or its client gone: later requests of the page may fail, since nobody awaits them. */
  isOver: () => boolean
}

/** Keeps a generation open until a response is out, or its client gone. */
export function holdUntilClosed(res: ServerResponse, generation: Generation): ResponseHold {
  const { socket } = res.req
  let isOver = res.closed || socket.destroyed
  if (isOver) return { isOver: () => true }
  const release = generation.hold()
  const end = () => {
    isOver = true
    res.off('close', end)
    socket.off('close', end)
    release()
  }
  res.once('close', end)
  // A response queued behind another one of its connection gets no event when that closes.
  if (!res.socket) socket.once('close', end)
  return { isOver: () => isOver }
}

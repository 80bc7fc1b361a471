import type { ServerResponse } from 'node:http'
import type { Generation } from './generation.ts'

export interface PageLease {
  /** True once the response is out or its client gone: what a page asks from then on may fail, and nobody waits for it. */
  isOver: () => boolean
}

/** Keeps a generation open until a response is out, or its client gone. */
export function leaseFor(res: ServerResponse, generation: Generation): PageLease {
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
  // A response that waits behind another one of its connection is not told when that closes.
  if (!res.socket) socket.once('close', end)
  return { isOver: () => isOver }
}

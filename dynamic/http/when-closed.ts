import type { ServerResponse } from 'node:http'

/**
 * Calls back once a response is sent or its client gone: immediately where that has happened already, as its `close`
 * does not come again.
 */
export function whenClosed(res: ServerResponse, then: () => void): void {
  const { socket } = res.req
  if (res.closed || socket.destroyed) return then()
  const end = () => {
    res.off('close', end)
    socket.off('close', end)
    then()
  }
  res.once('close', end)
  // Before Node 24, a response queued behind another one of its connection gets no event when that closes.
  if (!res.socket) socket.once('close', end)
}

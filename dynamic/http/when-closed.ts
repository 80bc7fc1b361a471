import type { ServerResponse } from 'node:http'

/**
 * Calls `then` once a response is sent or its client has disconnected: immediately if that has happened already,
 * because `close` is not emitted again.
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
  // Before Node 24, a response that is queued behind another one emits no event when their connection closes.
  if (!res.socket) socket.once('close', end)
}

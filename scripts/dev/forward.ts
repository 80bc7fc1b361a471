import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

/** Passes a request on to another server, and its answer back, as long as both sides stay. */
export function forward(origin: string, req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '', headers } = req
  const { hostname, port } = new URL(origin)
  const onward = request({ hostname, port, path: url, method, headers }, (reply) => {
    res.writeHead(reply.statusCode ?? 502, reply.headers)
    // Breaks off where the answer does.
    pipeline(reply, res, () => undefined)
  })
  onward.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end('The service does not answer.')))
  res.once('close', () => onward.destroy())
  req.pipe(onward)
}

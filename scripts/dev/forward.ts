import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

/** Forwards a request to another server and its answer back. If one side disconnects, so does the other. */
export function forward(origin: string, req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '', headers } = req
  const { hostname, port } = new URL(origin)
  const onward = request({ hostname, port, path: url, method, headers }, (reply) => {
    res.writeHead(reply.statusCode ?? 502, reply.headers)
    // Breaks off if the answer breaks off.
    pipeline(reply, res, () => undefined)
  })
  onward.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end('The service does not answer.')))
  res.once('close', () => onward.destroy())
  req.pipe(onward)
}

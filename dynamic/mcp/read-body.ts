import type { IncomingMessage } from 'node:http'
import { Problem } from '../../data/api/model/values/errors.ts'

/**
 * The body of a request, as it was sent. Rejects with `unsupported_media_type`, `payload_too_large`, or `bad_request`
 * if it is incomplete.
 */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem('payload_too_large', `A message may have ${maxBytes / 1024} KB.`, { headers: { connection: 'close' } })
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Problem('unsupported_media_type', 'A message is sent as it is, without Content-Encoding.')
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  // Of a request without a body, which will not emit `end`: see `emptyRequests` of the listener.
  if (req.readableEnded) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else reject(tooLarge())
    })
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('error', () => reject(new Problem('bad_request', 'The message broke off.')))
  })
}

import type { IncomingMessage } from 'node:http'
import { Problem } from '../../data/api/model/values/errors.ts'

/**
 * Resolves to the body of a request. Rejects with `unsupported_media_type`, `payload_too_large`, or `bad_request` if
 * the body is incomplete.
 */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem('payload_too_large', `A message may have at most ${maxBytes / 1024} KB.`, {
      headers: { connection: 'close' },
    })
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Problem('unsupported_media_type', 'A message is sent as it is, without Content-Encoding.')
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  // A request without a body has ended already and emits no `end`: see `emptyRequests` in the listener.
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
    req.once('error', () => reject(new Problem('bad_request', 'The message is incomplete.')))
  })
}

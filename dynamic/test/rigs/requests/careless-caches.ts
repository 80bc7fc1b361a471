// Negative controls: caches that store responses that they must not store.
import { createServer, request, type IncomingMessage, type Server } from 'node:http'

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface CachePolicy {
  readonly find: (req: IncomingMessage) => Answer | undefined
  readonly keep: (req: IncomingMessage, answer: Answer) => void
}

function cacheOf(origin: number, { find, keep }: CachePolicy): Server {
  // Accepts as many bytes of headers as large caches do, which is more than the service accepts.
  return createServer({ maxHeaderSize: 65_536 }, (req, res) => {
    const answer = ({ status, headers, body }: Answer) => void res.writeHead(status, headers).end(body)
    const found = find(req)
    if (found) return answer(found)
    const { url, method, headers } = req
    const passed = request({ host: '127.0.0.1', port: origin, path: url, method, headers })
    passed.once('error', () => res.destroy())
    passed.once('response', (got) => {
      const chunks: Buffer[] = []
      got.on('data', (chunk: Buffer) => chunks.push(chunk))
      got.once('end', () => {
        const whole = { status: got.statusCode ?? 0, headers: got.headers, body: Buffer.concat(chunks) }
        keep(req, whole)
        answer(whole)
      })
    })
    req.pipe(passed)
  })
}

/** A cache that stores every response under its path. */
export function cacheOfEverything(origin: number): Server {
  const kept = new Map<string, Answer>()
  const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? ''
  return cacheOf(origin, {
    find: (req) => kept.get(pathOf(req)),
    keep: (req, answer) => void kept.set(pathOf(req), answer),
  })
}

interface Kept {
  readonly answer: Answer
  /** The request headers named by `Vary`, which another request must share. */
  readonly varying: readonly (readonly [name: string, value: unknown])[]
}

/** A correct cache, except that it also stores errors that must not be stored. */
export function cacheOfErrors(origin: number): Server {
  const kept = new Map<string, Kept[]>()
  const isPlain = ({ method, headers }: IncomingMessage) =>
    method === 'GET' && !Object.keys(headers).some((name) => /^(range|if-.*|x-api-key|authorization)$/.test(name))
  return cacheOf(origin, {
    find: (req) =>
      isPlain(req)
        ? kept.get(req.url ?? '')?.find(({ varying }) => varying.every(([name, value]) => req.headers[name] === value))
            ?.answer
        : undefined,
    keep(req, answer) {
      const mayBeKept = answer.status === 200 && String(answer.headers['cache-control']).includes('public')
      if (!isPlain(req) || (answer.status < 400 && !mayBeKept)) return
      const names = (answer.headers.vary ?? '').toLowerCase().split(/, */).filter(Boolean)
      const varying = names.map((name) => [name, req.headers[name]] as const)
      kept.set(req.url ?? '', [...(kept.get(req.url ?? '') ?? []), { answer, varying }])
    },
  })
}

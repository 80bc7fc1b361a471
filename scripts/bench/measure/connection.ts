import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { timed } from './rounds.ts'

const headEnd = Buffer.from('\r\n\r\n')

/** One keep-alive connection with sequential requests. It uses less CPU than the servers that it measures. */
export class Connection {
  readonly #socket: Socket
  readonly #rest: string
  #chunks: Buffer[] = []
  #receivedBytes = 0
  #head: { bytes: number; bodyBytes: number } | undefined
  #resolve: (body: Buffer) => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(port: number, encoding: string) {
    this.#rest = `HTTP/1.1\r\nhost: bench\r\naccept-encoding: ${encoding}\r\n\r\n`
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#reject(error))
    this.#socket.on('close', () => this.#reject(new Error('the server closed the connection')))
  }

  /** Requests a target; resolves to the body. Rejects on any status other than 200. */
  get(target: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = (error) => reject(new Error(`${target}: ${error.message}`))
      this.#socket.write(`GET ${target} ${this.#rest}`)
    })
  }

  async close(): Promise<void> {
    this.#reject = () => undefined
    this.#socket.destroy()
    if (!this.#socket.closed) await once(this.#socket, 'close')
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#receivedBytes += chunk.length
    this.#head ??= this.#readHead()
    if (!this.#head || this.#receivedBytes < this.#head.bytes + this.#head.bodyBytes) return
    const body = this.#received().subarray(this.#head.bytes)
    this.#chunks = []
    this.#receivedBytes = 0
    this.#head = undefined
    this.#resolve(body)
  }

  #readHead() {
    const received = this.#received()
    const end = received.indexOf(headEnd)
    if (end === -1) return undefined
    const head = received.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 200')) this.#reject(new Error(head.split('\r\n', 1)[0]))
    return { bytes: end + headEnd.length, bodyBytes: Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) }
  }

  #received(): Buffer {
    const [first, ...others] = this.#chunks
    return first && others.length === 0 ? first : Buffer.concat(this.#chunks)
  }
}

const connections = 4

/**
 * Requests every target once, sequentially on each connection. Returns the encoded bodies in the order of the targets.
 */
export async function readAll(port: number, targets: readonly string[], encoding = 'identity'): Promise<Buffer[]> {
  const open = Array.from({ length: connections }, () => new Connection(port, encoding))
  const bodies: Buffer[] = []
  let next = 0
  const work = async (connection: Connection) => {
    for (let at = next++; at < targets.length; at = next++) bodies[at] = await connection.get(targets[at] ?? '')
  }
  try {
    await Promise.all(open.map(work))
  } finally {
    await Promise.all(open.map((connection) => connection.close()))
  }
  return bodies
}

/** Measures how many of the targets are answered per second. */
export async function requestsPerSecond(port: number, targets: readonly string[], encoding?: string): Promise<number> {
  return (targets.length * 1000) / (await timed(() => readAll(port, targets, encoding)))
}

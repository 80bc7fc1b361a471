// The edge's own code on a simulated clock, with a shared cache like the platform's, in front of a real service.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { api } from '../../../data/api/table.ts'
import { createEdge, type Edge } from '../../../dynamic/edge/edge.ts'
import type { AnswerCache } from '../../../dynamic/edge/shared-answers.ts'
import type { PolledRequest } from './cdn-pollers.ts'

/** Outcomes of the requests of one kind. */
export interface Tally {
  requests: number
  /** Number of requests that reached the service. */
  origin: number
  /** Bytes sent to the client, compressed. */
  bytes: number
  /** Number of answers by status. */
  readonly statuses: Record<number, number>
}

const site = 'http://site.test'
const began = Date.UTC(2026, 0, 1)

/** Answers the requests of a trace and tallies them by kind. */
export class SimulatedEdge {
  readonly tallies: Record<PolledRequest['kind'], Tally> = {
    catalog: newTally(),
    language: newTally(),
    filtered: newTally(),
    live: newTally(),
  }
  readonly #edge: Edge
  readonly #files = new Map<string, Buffer<ArrayBuffer> | undefined>()
  readonly #sizes = new Map<string, number>()
  readonly #kept = new Map<string, { body: ArrayBuffer; status: number; headers: Headers; until: number }>()
  #now = began
  #requests = 0

  /** `root` is the public folder of a release, `origin` the URL of a service. */
  constructor(root: string, origin: string) {
    const fetchOrigin: typeof fetch = (url, init) => {
      this.#requests += 1
      return fetch(url, init)
    }
    this.#edge = createEdge({
      api,
      fetchFile: (name) => Promise.resolve(this.#file(root, name)),
      origin: { url: origin, timeoutMilliseconds: 20_000, fetch: fetchOrigin },
      cache: this.#cache,
      anonymousLimit: 60,
      manifestMilliseconds: 30_000,
      now: () => this.#now,
    })
  }

  async request({ at, kind, target }: PolledRequest): Promise<void> {
    this.#now = began + at
    const before = this.#requests
    const response = await this.#edge(new Request(site + target), { address: '192.0.2.1' })
    const tally = this.tallies[kind]
    tally.requests += 1
    tally.origin += this.#requests - before
    tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1
    tally.bytes += await this.#sizeOf(response)
  }

  /** Bodies with the same ETag are compressed once. */
  async #sizeOf(response: Response): Promise<number> {
    const etag = response.headers.get('etag')
    const known = etag === null ? undefined : this.#sizes.get(etag)
    if (known !== undefined) {
      await response.body?.cancel()
      return known
    }
    const body = Buffer.from(await response.arrayBuffer())
    const isText = response.headers.get('content-type')?.includes('json') ?? false
    const size = isText ? gzipSync(body).length : body.length
    if (etag !== null) this.#sizes.set(etag, size)
    return size
  }

  #file(root: string, name: string): Response {
    if (!this.#files.has(name)) this.#files.set(name, read(join(root, name)))
    const bytes = this.#files.get(name)
    return bytes
      ? new Response(bytes, { headers: { 'content-length': String(bytes.length) } })
      : new Response(null, { status: 404 })
  }

  /** The shared cache, which stores answers for the time in `s-maxage`. */
  readonly #cache: AnswerCache = {
    match: (url) => {
      const found = this.#kept.get(url)
      return Promise.resolve(found && found.until > this.#now ? new Response(found.body, found) : undefined)
    },
    put: async (url, response) => {
      const seconds = Number(/s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0)
      const { status, headers } = response
      this.#kept.set(url, { body: await response.arrayBuffer(), status, headers, until: this.#now + seconds * 1000 })
    },
  }
}

function newTally(): Tally {
  return { requests: 0, origin: 0, bytes: 0, statuses: {} }
}

function read(path: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

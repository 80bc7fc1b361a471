import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'
import { noBulkFile } from '../../data/api/answer/asset-reply.ts'
import type { Answer } from '../../data/api/answer/respond.ts'
import { assetEtag } from '../../data/api/model/values/asset-names.ts'
import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import type { Problem } from '../../data/api/model/values/errors.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import { compress, worthCompressingBytes } from './compress.ts'

/** Estimated size of headers and of the objects around the bytes. */
export const overheadBytes = 1500

/**
 * A body up to here is sent as text, a character a byte: Node adds it to the head, and one string is written a
 * microsecond faster than a string and a buffer.
 */
export const maxTextBytes = 4096

/** What a body of this length takes in memory: a short one is held as text too. */
export const heldBytes = (length: number): number => (length > maxTextBytes ? length : 2 * length)

type Parts = Iterable<string> | AsyncIterable<string>

/** An answer ready to be sent, in each encoding that was requested so far. */
export interface PreparedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Of the body as it is. */
  readonly etag: string
  /** Current size in bytes, for the cache. */
  readonly size: number
  /** Called when `size` has changed: a body is compressed at the first request for that. */
  onGrow?: () => void
  /** Costs no quota. */
  readonly free: boolean
  /** Id of the endpoint whose answer it is. */
  endpoint?: string
  /** The file that the body is streamed from, as a whole or in parts. */
  readonly file?: string
  /** The problem where that file has been removed; otherwise it is an error that there is none. */
  readonly gone?: () => Problem
  /** The encoding that `body` returns if this one is requested. */
  encodingFor(wanted: Encoding): Encoding
  /** The parts of a body that is too long for memory; each call generates them again. */
  readonly parts?: () => Parts
  /** The body in this encoding, or uncompressed if this encoding is not available. */
  body(encoding: Encoding): Body | Promise<Body>
}

export interface Body {
  readonly bytes: Buffer
  readonly encoding: Encoding
  /** Headers of every response with this body as they are sent, but for its length; made with the first. */
  headLines?: string
  /** The bytes as text where they are `maxTextBytes` at most; made when they are first sent. */
  text?: string
}

/** An answer of `respond`, compressed on demand. */
export class StoreAnswer implements PreparedAnswer {
  readonly free: boolean
  endpoint?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly #identity: Body
  readonly #isPacked: boolean
  #compressed: Map<Encoding, Promise<Body>> | undefined
  onGrow?: () => void
  #compressedBytes = 0

  /** `etag` if it does not follow from the body; `isPacked` if compression would not help; `free` if it costs no quota. */
  constructor(
    { status, headers, body }: Omit<Answer, 'body'> & { readonly body: string | Buffer },
    { etag, isPacked = false, free = false }: { etag?: string; isPacked?: boolean; free?: boolean } = {},
  ) {
    this.free = free
    this.status = status
    this.headers = headers
    this.#identity = { bytes: typeof body === 'string' ? Buffer.from(body) : body, encoding: 'identity' }
    this.#isPacked = isPacked
    this.etag = etag ?? etagOf(this.#identity.bytes)
  }

  get size(): number {
    return overheadBytes + heldBytes(this.#identity.bytes.length) + this.#compressedBytes
  }

  encodingFor(wanted: Encoding): Encoding {
    return this.#isPacked || this.#identity.bytes.length < worthCompressingBytes ? 'identity' : wanted
  }

  body(wanted: Encoding): Body | Promise<Body> {
    const encoding = this.encodingFor(wanted)
    if (encoding === 'identity') return this.#identity
    const made = (this.#compressed ??= new Map<Encoding, Promise<Body>>())
    const known = made.get(encoding)
    if (known) return known
    const compressed = compress(this.#identity.bytes, encoding).then((bytes) => {
      this.#compressedBytes += heldBytes(bytes.length)
      this.onGrow?.()
      return { bytes, encoding }
    })
    made.set(encoding, compressed)
    // Memory may have been short: the next request tries again.
    compressed.catch(() => made.delete(encoding))
    return compressed
  }
}

/** An answer that is made while it is sent, so its validator must be known before. */
export class StreamedAnswer implements PreparedAnswer {
  readonly free = false
  endpoint?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly size = 1000
  readonly parts: () => Parts

  /** `validator` differs whenever the bytes differ. */
  constructor({ status, headers }: Answer, parts: () => Parts, validator: string) {
    this.status = status
    this.headers = headers
    this.parts = parts
    this.etag = etagOf(Buffer.from(validator))
  }

  encodingFor(wanted: Encoding): Encoding {
    return wanted
  }

  async body(): Promise<Body> {
    const parts: string[] = []
    for await (const part of this.parts()) parts.push(part)
    return { bytes: Buffer.from(parts.join('')), encoding: 'identity' }
  }
}

/** The bytes of an asset or of a bulk file, whose name says what they are. */
export class AssetAnswer implements PreparedAnswer {
  readonly free = true
  endpoint?: string
  readonly status = 200
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly size = 1000
  readonly file: string
  readonly gone: (() => Problem) | undefined

  constructor(dataDir: string, { headers, asset = '' }: Answer) {
    this.headers = headers
    this.etag = assetEtag(asset)
    this.file = join(dataDir, asset)
    // An import removes those that only a replaced patch had, before this instance knows.
    this.gone = dirname(asset) === bulkFolder ? () => noBulkFile(basename(asset)) : undefined
  }

  encodingFor(): Encoding {
    return 'identity'
  }

  async body(): Promise<Body> {
    return { bytes: await readFile(this.file), encoding: 'identity' }
  }
}

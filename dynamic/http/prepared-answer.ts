import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'
import { noBulkFile } from '../../data/api/answer/asset-reply.ts'
import type { Answer } from '../../data/api/answer/respond.ts'
import { assetEtag } from '../../data/api/model/values/asset-names.ts'
import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import type { Problem } from '../../data/api/model/values/errors.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import { compress, compressionThresholdBytes } from './compress.ts'

/** Estimated size of headers and of the objects around the bytes. */
export const overheadBytes = 1500

/**
 * Maximum length of a body that is sent as latin1 text: Node appends it to the head, and one string is written a
 * microsecond faster than a string and a buffer.
 */
export const maxTextBytes = 4096

/** Memory that a body of this length takes, in bytes: a short one is kept as text too. */
export const bodyMemoryBytes = (length: number): number => (length > maxTextBytes ? length : 2 * length)

type Parts = Iterable<string> | AsyncIterable<string>

/** An answer that can be sent in any encoding. It keeps its body in each encoding that was requested. */
export interface PreparedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** ETag of the uncompressed body. */
  readonly etag: string
  /** Current size in bytes, for the cache. */
  readonly size: number
  /** Called when `size` has grown, because the body was compressed for the first request in an encoding. */
  onGrow?: () => void
  /** Whether requests for it do not count against a quota. */
  readonly isFree: boolean
  /** Id of the endpoint whose answer it is. */
  endpoint?: string
  /** The file that the body is streamed from, as a whole or in parts. */
  readonly file?: string
  /** The problem to answer with if that file has been removed. Without it, a missing file is an internal error. */
  readonly missingFileProblem?: () => Problem
  /** The encoding that `body` returns if this one is requested. */
  encodingFor(wanted: Encoding): Encoding
  /** Generates the parts of a body that is too long for memory, from the start at each call. */
  readonly parts?: () => Parts
  /** The body in this encoding, or uncompressed if this encoding is not available. */
  body(encoding: Encoding): Body | Promise<Body>
}

/** The body of an answer in one encoding. */
export interface Body {
  readonly bytes: Buffer
  readonly encoding: Encoding
  /** Serialized headers of every response with this body, without its length; set by the first response. */
  headLines?: string
  /** The bytes as latin1 text, if there are at most `maxTextBytes`; set when they are first sent. */
  text?: string
}

/** An answer whose body is in memory, compressed on demand. */
export class BufferedAnswer implements PreparedAnswer {
  readonly isFree: boolean
  endpoint?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly #identity: Body
  readonly #isCompressedFormat: boolean
  #compressed: Map<Encoding, Promise<Body>> | undefined
  onGrow?: () => void
  #compressedBytes = 0

  /**
   * `etag` defaults to the hash of the body; a body of a compressed format (`isCompressedFormat`) is not compressed
   * again.
   */
  constructor(
    { status, headers, body }: Omit<Answer, 'body'> & { readonly body: string | Buffer },
    {
      etag,
      isCompressedFormat = false,
      isFree = false,
    }: { etag?: string; isCompressedFormat?: boolean; isFree?: boolean } = {},
  ) {
    this.isFree = isFree
    this.status = status
    this.headers = headers
    this.#identity = { bytes: typeof body === 'string' ? Buffer.from(body) : body, encoding: 'identity' }
    this.#isCompressedFormat = isCompressedFormat
    this.etag = etag ?? etagOf(this.#identity.bytes)
  }

  get size(): number {
    return overheadBytes + bodyMemoryBytes(this.#identity.bytes.length) + this.#compressedBytes
  }

  encodingFor(wanted: Encoding): Encoding {
    return this.#isCompressedFormat || this.#identity.bytes.length < compressionThresholdBytes ? 'identity' : wanted
  }

  body(wanted: Encoding): Body | Promise<Body> {
    const encoding = this.encodingFor(wanted)
    if (encoding === 'identity') return this.#identity
    const made = (this.#compressed ??= new Map<Encoding, Promise<Body>>())
    const known = made.get(encoding)
    if (known) return known
    const compressed = compress(this.#identity.bytes, encoding).then((bytes) => {
      this.#compressedBytes += bodyMemoryBytes(bytes.length)
      this.onGrow?.()
      return { bytes, encoding }
    })
    made.set(encoding, compressed)
    // Memory may have been short, so the next request tries again.
    compressed.catch(() => made.delete(encoding))
    return compressed
  }
}

/** An answer that is generated while it is sent, so its ETag cannot be computed from its body. */
export class StreamedAnswer implements PreparedAnswer {
  readonly isFree = false
  endpoint?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly size = 1000
  readonly parts: () => Parts

  /** `validator` is a text that differs whenever the body differs; the ETag is its hash. */
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

/** An asset or a bulk file, which are named after the hash of their bytes. */
export class AssetAnswer implements PreparedAnswer {
  readonly isFree = true
  endpoint?: string
  readonly status = 200
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly size = 1000
  readonly file: string
  readonly missingFileProblem: (() => Problem) | undefined

  constructor(dataDir: string, { headers, asset = '' }: Answer) {
    this.headers = headers
    this.etag = assetEtag(asset)
    this.file = join(dataDir, asset)
    // An import removes bulk files that only a replaced patch had, possibly before this instance serves the new
    // catalog.
    this.missingFileProblem = dirname(asset) === bulkFolder ? () => noBulkFile(basename(asset)) : undefined
  }

  encodingFor(): Encoding {
    return 'identity'
  }

  async body(): Promise<Body> {
    return { bytes: await readFile(this.file), encoding: 'identity' }
  }
}

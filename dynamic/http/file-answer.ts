import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import { compress, compressionThresholdBytes } from './compress.ts'
import { bodyMemoryBytes, overheadBytes, type Body, type PreparedAnswer } from './prepared-answer.ts'

const siblings = {
  identity: { ending: '', unpack: (bytes: Buffer) => bytes },
  br: { ending: '.br', unpack: brotliDecompressSync },
  gzip: { ending: '.gz', unpack: gunzipSync },
}

type Validated = Pick<PreparedAnswer, 'headers' | 'etag'>

/**
 * A rendered file. It is used only if its bytes hash to the ETag of its route: a file that is being replaced is
 * ignored.
 */
export class FileAnswer implements PreparedAnswer {
  readonly isFree = true
  endpoint?: string
  readonly status = 200
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly #path: string
  readonly #identity: Body
  readonly #siblings = new Map<Encoding, Body>()
  #zstd: Promise<Body> | undefined
  onGrow?: () => void
  #otherBytes = 0

  private constructor(path: string, { headers, etag }: Validated, identity: Buffer) {
    this.headers = headers
    this.etag = etag
    this.#path = path
    this.#identity = { bytes: identity, encoding: 'identity' }
  }

  /** Returns undefined if the file is missing or its bytes do not hash to `route.etag`. */
  static open(path: string, route: Validated): FileAnswer | undefined {
    const identity = readVerified(path, 'identity', route.etag)
    return identity && new FileAnswer(path, route, identity)
  }

  get size(): number {
    return overheadBytes + bodyMemoryBytes(this.#identity.bytes.length) + this.#otherBytes
  }

  encodingFor(wanted: Encoding): Encoding {
    if (wanted === 'zstd') return this.#identity.bytes.length < compressionThresholdBytes ? 'identity' : wanted
    return this.#sibling(wanted).encoding
  }

  body(wanted: Encoding): Body | Promise<Body> {
    if (wanted !== 'zstd') return this.#sibling(wanted)
    if (this.encodingFor(wanted) === 'identity') return this.#identity
    return (this.#zstd ??= this.#compressed())
  }

  async #compressed(): Promise<Body> {
    try {
      const bytes = await compress(this.#identity.bytes, 'zstd')
      this.#grow(bytes)
      return { bytes, encoding: 'zstd' }
    } catch (error) {
      // Memory may have been short, so the next request tries again.
      this.#zstd = undefined
      throw error
    }
  }

  /** Returns the precompressed sibling in an encoding, or the file itself if it has no such sibling. */
  #sibling(encoding: Exclude<Encoding, 'zstd'>): Body {
    if (encoding === 'identity') return this.#identity
    const known = this.#siblings.get(encoding)
    if (known) return known
    const bytes = readVerified(this.#path, encoding, this.etag)
    const body = bytes ? { bytes, encoding } : this.#identity
    this.#siblings.set(encoding, body)
    if (bytes) this.#grow(bytes)
    return body
  }

  #grow({ length }: Buffer): void {
    this.#otherBytes += bodyMemoryBytes(length)
    this.onGrow?.()
  }
}

function readVerified(path: string, encoding: keyof typeof siblings, etag: string): Buffer | undefined {
  const { ending, unpack } = siblings[encoding]
  const file = `${path}${ending}`
  if (!existsSync(file)) return undefined
  try {
    const bytes = readFileSync(file)
    return etagOf(unpack(bytes)) === etag ? bytes : undefined
  } catch {
    return undefined
  }
}

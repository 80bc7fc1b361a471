import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '../data/api/respond.ts'
import { assetEtag } from '../data/api/asset-names.ts'
import { etagOf } from '../data/store/etag.ts'

export type Encoding = 'identity' | 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const worthCompressingBytes = 1400

/** An answer ready to be sent, in each encoding that was asked for so far. */
export interface PreparedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  /** Bytes held, for the cache. */
  readonly size: number
  /** Costs no quota. */
  readonly free: boolean
  /** Id of the endpoint whose answer it is. */
  endpoint?: string
  /** The body in this encoding, or as it is when this encoding is not to be had. */
  body(encoding: Encoding): Body | Promise<Body>
}

export interface Body {
  readonly bytes: Buffer
  readonly encoding: Encoding
}

/** An answer of `respond`, compressed when that is asked for. */
export class StoreAnswer implements PreparedAnswer {
  readonly free = false
  endpoint?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly #identity: Body
  readonly #compressed = new Map<Encoding, Promise<Body>>()

  constructor({ status, headers, body }: Answer) {
    this.status = status
    this.headers = headers
    this.#identity = { bytes: Buffer.from(body), encoding: 'identity' }
    this.etag = etagOf(this.#identity.bytes)
  }

  get size(): number {
    return Math.ceil(this.#identity.bytes.length * 1.5) + 1000
  }

  body(encoding: Encoding): Body | Promise<Body> {
    if (encoding === 'identity' || this.#identity.bytes.length < worthCompressingBytes) return this.#identity
    const known = this.#compressed.get(encoding)
    if (known) return known
    const compressed = this.#compress(encoding)
    this.#compressed.set(encoding, compressed)
    return compressed
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Body> {
    const { bytes } = this.#identity
    const packed =
      encoding === 'br'
        ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        : await deflate(bytes, { level: 5 })
    return { bytes: packed, encoding }
  }
}

/** The bytes of an asset, whose name says what they are. */
export class AssetAnswer implements PreparedAnswer {
  readonly free = false
  endpoint?: string
  readonly status = 200
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly size = 1000
  readonly #path: string

  constructor(assetsDir: string, { headers, asset = '' }: Answer) {
    this.headers = headers
    this.etag = assetEtag(asset)
    this.#path = join(assetsDir, asset)
  }

  async body(): Promise<Body> {
    return { bytes: await readFile(this.#path), encoding: 'identity' }
  }
}

const endings = { identity: '', br: '.br', gzip: '.gz' }
const unpack = { identity: (bytes: Buffer) => bytes, br: brotliDecompressSync, gzip: gunzipSync }

type Validated = Pick<PreparedAnswer, 'headers' | 'etag'>

/** A rendered file. Its bytes count only when they hash to the manifest's ETag: a file that is being replaced is no file. */
export class FileAnswer implements PreparedAnswer {
  readonly free = true
  endpoint?: string
  readonly status = 200
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly #path: string
  readonly #identity: Body
  readonly #compressed = new Map<Encoding, Body>()

  private constructor(path: string, { headers, etag }: Validated, identity: Buffer) {
    this.headers = headers
    this.etag = etag
    this.#path = path
    this.#identity = { bytes: identity, encoding: 'identity' }
  }

  /** Nothing when the file is missing or is not the one that the manifest means. */
  static open(path: string, route: Validated): FileAnswer | undefined {
    const identity = readVerified(path, 'identity', route.etag)
    return identity && new FileAnswer(path, route, identity)
  }

  get size(): number {
    return Math.ceil(this.#identity.bytes.length * 1.5) + 1000
  }

  body(encoding: Encoding): Body {
    if (encoding === 'identity') return this.#identity
    const known = this.#compressed.get(encoding)
    if (known) return known
    const bytes = readVerified(this.#path, encoding, this.etag)
    const body = bytes ? { bytes, encoding } : this.#identity
    this.#compressed.set(encoding, body)
    return body
  }
}

function readVerified(path: string, encoding: Encoding, etag: string): Buffer | undefined {
  const file = `${path}${endings[encoding]}`
  if (!existsSync(file)) return undefined
  try {
    const bytes = readFileSync(file)
    return etagOf(unpack[encoding](bytes)) === etag ? bytes : undefined
  } catch {
    return undefined
  }
}

import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { bundleCode } from '../../data/store/files/bundle-code.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'

const entry = fileURLToPath(new URL('../tooltips/main.ts', import.meta.url))

/** The text of `/tooltips.js`: one classic script for browsers of 2023 and later. */
export const bundleTooltips = (): Promise<string> =>
  bundleCode({ entryPoints: [entry], minify: true, format: 'iife', target: ['chrome114', 'firefox125', 'safari17'] })

const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' }

/** Clients that accept zstd accept br too. */
const encodingFor = (wanted: Encoding) => (wanted === 'zstd' ? 'br' : wanted)

/** At the highest level: it is compressed once, and loaded by every page that embeds it. */
async function prepare(text: string): Promise<PreparedAnswer> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })])
  const bytes = { identity, br, gzip: gz }
  const size = identity.length + bytes.br.length + bytes.gzip.length
  return {
    status: 200,
    headers,
    etag: etagOf(identity),
    size,
    free: true,
    encodingFor,
    body(wanted) {
      const encoding = encodingFor(wanted)
      return { bytes: bytes[encoding], encoding }
    },
  }
}

let built: Promise<PreparedAnswer> | undefined

/** `/tooltips.js`, ready to be sent; built in some 50 ms at the first request. */
export function tooltipsScript(): Promise<PreparedAnswer> {
  built ??= bundleTooltips().then(prepare)
  return built
}

import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { bundleCode } from '../../data/store/files/bundle-code.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'

const entry = fileURLToPath(new URL('../tooltips/main.ts', import.meta.url))

/** The text of `/tooltips.js`: one classic script for browsers of 2023 and later. */
const bundleTooltips = (): Promise<string> =>
  bundleCode({ entryPoints: [entry], minify: true, format: 'iife', target: ['chrome114', 'firefox125', 'safari17'] })

const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' }

/** At the highest level: it is compressed once, and loaded by every page that embeds it. */
async function prepare(text: string): Promise<PreparedAnswer> {
  const identity = Buffer.from(text)
  const [br, gz, zstd] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
    promisify(zstdCompress)(identity, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  ])
  const bytes = { identity, br, gzip: gz, zstd }
  const size = identity.length + br.length + gz.length + zstd.length
  return {
    status: 200,
    headers,
    etag: etagOf(identity),
    size,
    isFree: true,
    encodingFor: (wanted) => wanted,
    body: (encoding) => ({ bytes: bytes[encoding], encoding }),
  }
}

/** Builds a script at the first request for it, and again at the next one when that failed. */
export function scriptBuiltBy(build: () => Promise<string>): () => Promise<PreparedAnswer> {
  let built: Promise<PreparedAnswer> | undefined
  return () => {
    if (built) return built
    const script = (built = build().then(prepare))
    script.catch(() => (built = undefined))
    return script
  }
}

/** `/tooltips.js`, ready to be sent; built in some 50 ms at the first request. */
export const tooltipsScript = scriptBuiltBy(bundleTooltips)

import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { bundleCode } from '../../data/store/files/bundle-code.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'

const entry = fileURLToPath(new URL('../tooltips/main.ts', import.meta.url))

/** Bundles `/tooltips.js`: one classic script for browsers of 2023 and later. */
const bundleTooltips = (): Promise<string> =>
  bundleCode({ entryPoints: [entry], minify: true, format: 'iife', target: ['chrome114', 'firefox125', 'safari17'] })

const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' }

/** Compresses a script at high levels: that is done once, and every page that embeds the script loads it. */
async function prepareScript(text: string): Promise<PreparedAnswer> {
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

/** Returns a function that builds a script at the first call. If that fails, the next call builds it again. */
export function scriptBuiltBy(build: () => Promise<string>): () => Promise<PreparedAnswer> {
  let built: Promise<PreparedAnswer> | undefined
  return () => {
    if (built) return built
    const script = (built = build().then(prepareScript))
    script.catch(() => (built = undefined))
    return script
  }
}

/** Returns the answer to `/tooltips.js`, which is built at the first request, in some 50 ms. */
export const tooltipsScript = scriptBuiltBy(bundleTooltips)

/** Content codings of a body; `identity` is the body itself. */
export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** In order of preference among codings that a client accepts with equal weight. */
const preferred: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity']

/** The best encoding for an `Accept-Encoding` header (RFC 9110, section 12.5.3); `identity` if it accepts none. */
export function encodingFor(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity'
  const weights = readWeights(accepted)
  let best: Encoding = 'identity'
  let weight = 0
  for (const encoding of preferred) {
    const own = weights.get(encoding) ?? (encoding === 'identity' ? 0 : (weights.get('*') ?? 0))
    if (own > weight) [best, weight] = [encoding, own]
  }
  return best
}

function readWeights(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.split(',')) {
    const [, name, weight = '1'] =
      /^\s*([\w*.-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(part) ?? []
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight))
  }
  return weights
}

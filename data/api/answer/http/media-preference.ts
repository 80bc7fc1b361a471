/**
 * Whether a client prefers JSON to HTML (RFC 9110, section 12.5.1). JSON that is named takes precedence over HTML that
 * only a wildcard allows, which is what libraries send; browsers name HTML.
 */
export function prefersJson(accept: string | null | undefined): boolean {
  const weights = new Map<string, number>()
  for (const part of (accept ?? '').split(',')) {
    const [type = '', ...params] = part.split(';')
    const weight = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(params.find((one) => /^\s*q\s*=/i.test(one)) ?? '')?.[1]
    weights.set(type.trim().toLowerCase(), Number(weight ?? 1))
  }
  const json = Math.max(weights.get('application/json') ?? 0, weights.get('application/problem+json') ?? 0)
  if (json === 0) return false
  const html = weights.get('text/html')
  return html === undefined ? json >= (weights.get('text/*') ?? weights.get('*/*') ?? 0) : json > html
}

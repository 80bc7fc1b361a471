/** The address that a typed target of the API means, as it goes over the wire; nothing where it is none. */
export function targetUrl(typed: string, origin: string): string | undefined {
  const target = typed.trim()
  return /^\/v[12]\//.test(target) ? new URL(target, origin).href : undefined
}

/** The URL of a typed target of the API, encoded; undefined if it is invalid. */
export function targetUrl(typed: string, origin: string): string | undefined {
  const target = typed.trim()
  return /^\/v[12]\//.test(target) ? new URL(target, origin).href : undefined
}

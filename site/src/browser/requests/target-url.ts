/** Returns the encoded URL of a target that was typed, or undefined if it is not a path of the API. */
export function targetUrl(typed: string, origin: string): string | undefined {
  const target = typed.trim()
  return /^\/v[12]\//.test(target) ? new URL(target, origin).href : undefined
}

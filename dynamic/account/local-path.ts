const maxLength = 500
const base = 'http://local.invalid'

/**
 * Returns a normalized path on this site for a redirect, or undefined if the text could lead to another site: another
 * scheme or host, `//host`, `/\host`, control characters, or a path that becomes one of these once its dots are
 * resolved.
 */
export function localPath(text: string): string | undefined {
  if (text.length > maxLength || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return undefined
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search, hash } = new URL(text, base)
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

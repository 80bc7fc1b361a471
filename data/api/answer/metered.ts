import { parseTarget } from '../request/target.ts'

const metered = /^\/v2(\/|$)|^\/v1\/(?!codex\/)/

/** The same for a path that is decoded already. */
export const isMeteredPath = (path: string): boolean => metered.test(path)

/** Quota counts what the API answers; health, site and assets are free. A path in disguise is looked through. */
export function isMetered(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (!path.includes('%')) return metered.test(path)
  try {
    return metered.test(`/${parseTarget(path).segments.join('/')}`)
  } catch {
    return true
  }
}

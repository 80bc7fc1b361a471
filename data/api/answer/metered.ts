import { parseTarget } from '../request/target.ts'

const meteredPaths = /^\/v2(\/|$)|^\/v1\/(?!codex\/)/

/** Quota counts requests of the API; health, site and assets are free. Percent-encoded paths are decoded first. */
export function isMetered(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (!path.includes('%')) return meteredPaths.test(path)
  try {
    return meteredPaths.test(`/${parseTarget(path).segments.join('/')}`)
  } catch {
    return true
  }
}

import { parseTarget } from '../request/target.ts'

const meteredPaths = /^\/v2(\/|$)|^\/v1\/(?!codex\/)/

/** Whether a request counts against the quota: those of the API do; health checks, the site and assets are free. */
export function isMetered(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (!path.includes('%')) return meteredPaths.test(path)
  try {
    return meteredPaths.test(`/${parseTarget(path).segments.join('/')}`)
  } catch {
    return true
  }
}

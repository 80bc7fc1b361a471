import type { MiddlewareHandler } from 'astro'
import { patchOf } from './lib/at-patch.ts'

/** A patch that nobody knows is told by a page of its own, whatever page was asked for. */
export const onRequest: MiddlewareHandler = ({ url, locals }, next) => {
  try {
    patchOf(url, locals.patches)
  } catch (error) {
    // By name: the service that throws it has its own copy of the class.
    if (!(error instanceof Error && error.name === 'Problem')) throw error
    return next('/unknown-patch')
  }
  return next()
}

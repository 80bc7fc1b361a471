import type { MiddlewareHandler } from 'astro'
import { Problem } from '../../data/api/errors.ts'
import { patchOf } from './lib/at-patch.ts'

/** A patch that nobody knows is told by a page of its own, whatever page was asked for. */
export const onRequest: MiddlewareHandler = ({ url, locals }, next) => {
  try {
    patchOf(url, locals.patches)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return next('/unknown-patch')
  }
  return next()
}

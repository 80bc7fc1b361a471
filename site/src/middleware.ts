import type { MiddlewareHandler } from 'astro'

/** A page about a patch that is not there throws the API's problem: the visitor gets the page for what is missing. */
export const onRequest: MiddlewareHandler = async (_context, next) => {
  try {
    return await next()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Problem') throw error
    return new Response(null, { status: 404 })
  }
}

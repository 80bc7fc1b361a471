/** Where the page's reader found it, for addresses that are copied elsewhere. */
export function originOf(request: Request, url: URL): string {
  const host = request.headers.get('host') ?? url.host
  const isTls = request.headers.get('x-forwarded-proto') === 'https' || url.protocol === 'https:'
  const given = `${isTls ? 'https' : 'http'}://${host}`
  // A host header may hold anything.
  return URL.canParse(given) ? new URL(given).origin : url.origin
}

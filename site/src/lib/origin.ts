/** Where the page's reader found it, for addresses that are copied elsewhere. */
export function originOf(request: Request, url: URL): string {
  const host = request.headers.get('host') ?? url.host
  const isTls = request.headers.get('x-forwarded-proto') === 'https' || url.protocol === 'https:'
  return `${isTls ? 'https' : 'http'}://${host}`
}

import { matchesEtag } from '../../../../data/api/answer/http/etags.ts'
import type { Card } from '../../../cards/card.ts'

/**
 * Responds with the card as a PNG, a 304 if the client has it already, or a 503 if too many cards are being drawn. A card
 * whose picture is missing is `no-store`.
 */
export async function cardResponse(card: Card, { cards }: App.Locals, request: Request): Promise<Response> {
  const headers = { 'content-type': 'image/png', etag: `"${cards.tagOf(card)}"` }
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new Response(null, { status: 304, headers })
  const drawn = await cards.draw(card)
  if (!drawn)
    return new Response('Too many cards are being drawn. Try again in a few seconds.', {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' },
    })
  const { bytes, isComplete } = drawn
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: {
      ...(isComplete ? headers : { 'content-type': headers['content-type'], 'cache-control': 'no-store' }),
      'content-length': String(bytes.length),
    },
  })
}

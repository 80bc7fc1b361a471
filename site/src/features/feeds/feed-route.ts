import type { APIRoute } from 'astro'
import { feedResponse, problemResponse, type FeedFormat } from './listing-feed.ts'
import type { LoadListings } from './load-listings.ts'

/** Creates the route of a feed of listings. */
export const feedRoute =
  (load: LoadListings, format: FeedFormat): APIRoute =>
  async ({ url, locals }) => {
    const loaded = await load(url, locals)
    return 'rows' in loaded ? feedResponse(loaded, format) : problemResponse(loaded)
  }

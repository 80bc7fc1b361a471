import type { APIRoute } from 'astro'
import { answerFeed, answerProblem, type FeedFormat } from './listing-feed.ts'
import type { LoadListings } from './load-listings.ts'

/** The route of a feed of listings. */
export const feedRoute =
  (load: LoadListings, format: FeedFormat): APIRoute =>
  async ({ url, locals }) => {
    const loaded = await load(url, locals)
    return 'rows' in loaded ? answerFeed(loaded, format) : answerProblem(loaded)
  }

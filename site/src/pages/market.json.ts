import { feedRoute } from '../features/feeds/feed-route.ts'
import { marketListings } from '../features/feeds/load-listings.ts'

export const GET = feedRoute(marketListings, 'json')

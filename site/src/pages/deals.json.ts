import { feedRoute } from '../features/feeds/feed-route.ts'
import { dealListings } from '../features/feeds/load-listings.ts'

export const GET = feedRoute(dealListings, 'json')

import { queryText } from '../../request/live-query.ts'

/** Returns a query for listings that can still be bought, with additional parameters. */
export const openListings = (more: Readonly<Record<string, string>> = {}): string =>
  queryText(new URLSearchParams({ ...more, has_sold: 'false', has_expired: 'false', has_cancelled: 'false' }))

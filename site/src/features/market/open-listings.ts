import { queryText } from '../../request/live-query.ts'

/** The query of listings that can still be bought, with further parameters. */
export const openListings = (more: Readonly<Record<string, string>> = {}): string =>
  queryText(new URLSearchParams({ ...more, has_sold: 'false', has_expired: 'false', has_cancelled: 'false' }))

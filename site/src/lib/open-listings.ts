/** The query of listings that can still be bought, and of what else is asked for. */
export const openListings = (more: Readonly<Record<string, string>> = {}): URLSearchParams =>
  new URLSearchParams({ ...more, has_sold: 'false', has_expired: 'false', has_cancelled: 'false' })

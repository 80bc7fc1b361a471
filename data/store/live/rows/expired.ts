type Flag = 0 | 1

/** What decides whether a listing has expired; instants are ms since 1970. */
interface Ending {
  readonly expires_at: number | null
  readonly has_sold: Flag
  readonly has_expired: Flag
  readonly has_cancelled: Flag
}

/**
 * The instant from which a listing counts as expired: -Infinity where it was seen as expired, Infinity where it was
 * sold or cancelled or has no end, else its end.
 */
export function expiredFrom({ expires_at, has_sold, has_expired, has_cancelled }: Ending): number {
  if (has_expired === 1) return -Infinity
  return has_sold === 1 || has_cancelled === 1 ? Infinity : (expires_at ?? Infinity)
}

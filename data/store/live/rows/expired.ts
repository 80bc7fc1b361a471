type Flag = 0 | 1

/** The columns that decide whether a listing has expired. Instants are ms since 1970. */
interface Ending {
  readonly expires_at: number | null
  readonly has_sold: Flag
  readonly has_expired: Flag
  readonly has_cancelled: Flag
}

/**
 * Returns the instant from which on a listing counts as expired: -Infinity if it was observed as expired, Infinity if it
 * was sold or cancelled or has no end, otherwise its end.
 */
export function expiredFrom({ expires_at, has_sold, has_expired, has_cancelled }: Ending): number {
  if (has_expired === 1) return -Infinity
  return has_sold === 1 || has_cancelled === 1 ? Infinity : (expires_at ?? Infinity)
}

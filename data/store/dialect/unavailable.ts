/** The database does not answer in time: reads have no result, and a write may or may not have happened. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** Reading an answer would take longer than anyone waits; the message says what to ask instead. */
export class TooSlowError extends Error {
  override name = 'TooSlowError'
}

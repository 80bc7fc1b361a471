/** The database does not answer in time: reads have no result, and a write may or may not have happened. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** The database does not answer, or too late: nothing was found out, and a write may or may not have happened. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

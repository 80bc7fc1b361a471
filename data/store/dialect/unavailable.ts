/** Thrown if the database does not answer in time. A write may or may not have happened. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** Thrown if a SQLite file is unavailable: the disk is full or fails, or the file is locked. */
export class FileUnavailableError extends DatabaseUnavailableError {
  override name = 'FileUnavailableError'
}

/** Thrown for a page that has too many rows before it. The message says what to request instead. */
export class TooFarError extends Error {
  override name = 'TooFarError'
}

/** Thrown if an answer would take too long to read. The message says what to request instead. */
export class TooSlowError extends Error {
  override name = 'TooSlowError'
}

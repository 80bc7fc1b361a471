/** The database does not answer in time: reads have no result, and a write may or may not have happened. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** The same of SQLite, for which there is no server that could be watched: the disk is full or fails, or the file is locked. */
export class FileUnavailableError extends DatabaseUnavailableError {
  override name = 'FileUnavailableError'
}

/** A page of a list has too many rows before it, whenever it is asked for; the message says what to ask instead. */
export class TooFarError extends Error {
  override name = 'TooFarError'
}

/** Reading an answer would take longer than anyone waits; the message says what to ask instead. */
export class TooSlowError extends Error {
  override name = 'TooSlowError'
}

/** Calls a function that opens a SQLite file. Adds the `path` to errors of SQLite, as errors of Node have it. */
export function withFilePath<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw error instanceof Error && error.name === 'SqliteError' ? Object.assign(error, { path }) : error
  }
}

/** Opens a database's file. Errors of SQLite do not name the file: they get its `path`, as errors of Node have it. */
export function namingFile<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw error instanceof Error && error.name === 'SqliteError' ? Object.assign(error, { path }) : error
  }
}

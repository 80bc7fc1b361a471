/** Thrown if rows cannot be moved. The message says what to do about it. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/** Why rows cannot be moved, and what to do about it. */
export class MoveError extends Error {
  override name = 'MoveError'
}

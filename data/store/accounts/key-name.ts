import { AccountValidationError } from './account-validation-error.ts'

/** Trims the name of a key. Throws `AccountValidationError` if it is not valid. */
export function keyName(given: string): string {
  const name = given.trim()
  if (/^[^\p{C}]{1,80}$/u.test(name)) return name
  throw new AccountValidationError('name', 'The name of a key has 1 to 80 printable characters.')
}

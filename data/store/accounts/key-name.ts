import { AccountValidationError } from './account-validation-error.ts'

/** The name of a key as it is stored. Throws `AccountValidationError`. */
export function keyName(given: string): string {
  const name = given.trim()
  if (/^[^\p{C}]{1,80}$/u.test(name)) return name
  throw new AccountValidationError('name', 'The name of a key has 1 to 80 printable characters.')
}

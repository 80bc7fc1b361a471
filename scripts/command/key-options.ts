// Parsers of the options of `npm run keys`; each rejects invalid input with a sentence.
import { InvalidArgumentError } from 'commander'
import { AccountValidationError } from '../../data/store/accounts/account-validation-error.ts'
import { readPrefix } from '../../data/store/accounts/key-text.ts'
import { keyName } from '../../data/store/accounts/key-name.ts'
import { originPattern } from '../../data/store/accounts/origins.ts'
import { isScope, scopes as allScopes, type Scope } from '../../data/store/accounts/scopes.ts'

const partsOf = (given: string): string[] => given.split(',').flatMap((text) => text.trim() || [])

export function readScopes(given: string): Scope[] {
  return partsOf(given).map((text) => {
    if (isScope(text)) return text
    throw new InvalidArgumentError(`${text} is not a scope: ${allScopes.join(', ')}.`)
  })
}

export function readOrigins(given: string): string[] {
  return partsOf(given).map((text) => orRefuse(() => originPattern(text)))
}

export function readName(given: string): string {
  return orRefuse(() => keyName(given))
}

export function readKeyPrefix(given: string): string {
  const prefix = readPrefix(given)
  if (prefix !== undefined) return prefix
  throw new InvalidArgumentError(`A prefix reads dl_ and eight letters or digits, as list shows it.`)
}

function orRefuse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof AccountValidationError ? new InvalidArgumentError(error.message) : error
  }
}

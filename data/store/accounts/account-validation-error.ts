/**
 * Why a request about an account cannot be fulfilled: a sentence for the sender, and the field that is invalid.
 * `prefix`: there is no such key; `state`: the state of the key or its account does not allow it.
 */
export class AccountValidationError extends Error {
  override name = 'AccountValidationError'
  readonly field: 'owner' | 'name' | 'scopes' | 'origins' | 'prefix' | 'state'
  readonly allowed: readonly string[] | undefined

  constructor(field: AccountValidationError['field'], message: string, allowed?: readonly string[]) {
    super(message)
    this.field = field
    this.allowed = allowed
  }
}

/**
 * Thrown if a request about an account is invalid, with a sentence for its sender and the invalid field. `prefix` means
 * that there is no such key, `state` that the state of the key or account does not allow the request.
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

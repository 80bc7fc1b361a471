/**
 * Why a wish about an account cannot be fulfilled: a sentence for whoever had it, and the part of the wish at fault.
 * `prefix`: there is no such key; `state`: it, or its account, is not in a state for that.
 */
export class AccountFault extends Error {
  override name = 'AccountFault'
  readonly field: 'owner' | 'name' | 'scopes' | 'origins' | 'prefix' | 'state'
  readonly allowed: readonly string[] | undefined

  constructor(field: AccountFault['field'], message: string, allowed?: readonly string[]) {
    super(message)
    this.field = field
    this.allowed = allowed
  }
}

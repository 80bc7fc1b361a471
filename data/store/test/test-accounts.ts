import { join } from 'node:path'
import { TestStore } from './test-store.ts'
import { Accounts, accountsFile, type AccountsOptions } from '../accounts/accounts.ts'
import type { KeyInput } from '../accounts/keys.ts'
import { scopes } from '../accounts/scopes.ts'

/** Accounts for tests in a temporary location, which can be opened several times. */
export class TestAccounts {
  readonly store = new TestStore()
  readonly file = join(this.store.dataDir, accountsFile)
  readonly #opened: Accounts[] = []

  async open(options?: AccountsOptions): Promise<Accounts> {
    const accounts = await Accounts.open(await this.store.location(), options)
    this.#opened.push(accounts)
    return accounts
  }

  /** Runs a statement on the tables. */
  query<Row>(statement: string): Promise<Row[]> {
    return this.store.query<Row>('accounts', statement)
  }

  /** Closes the accounts and deletes them. */
  async remove(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((accounts) => accounts.close()))
    await this.store.remove()
  }
}

/** Creates a key of `owner`, who may delegate every scope. */
export async function makeKey(accounts: Accounts, input: Partial<KeyInput> & { owner?: string } = {}) {
  const { id } = await accounts.owners.grant(input.owner ?? 'fan-site', scopes)
  return accounts.keys.create(id, { name: 'a key', scopes: ['tooltips'], ...input })
}

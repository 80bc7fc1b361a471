// For suites: an accounts.db of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, accountsFile, type AccountsOptions } from './accounts.ts'
import type { KeyInput } from './keys.ts'
import { scopes } from './scopes.ts'

/** A folder with an accounts.db, opened as often as a suite likes. */
export class TestAccounts {
  readonly folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  readonly file = join(this.folder, accountsFile)
  readonly #opened: Accounts[] = []

  async open(options?: AccountsOptions): Promise<Accounts> {
    const accounts = await Accounts.open(this.file, options)
    this.#opened.push(accounts)
    return accounts
  }

  async remove(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((accounts) => accounts.close()))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A key of `owner`, who may delegate every scope. */
export async function makeKey(accounts: Accounts, input: Partial<KeyInput> & { owner?: string } = {}) {
  const { id } = await accounts.owners.grant(input.owner ?? 'fan-site', scopes)
  return accounts.keys.create(id, { name: 'a key', scopes: ['tooltips'], ...input })
}

// Sign-in under `npm start` without an OAuth client: anybody who reaches this machine can sign in under any name.
import { randomBytes } from 'node:crypto'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Identity } from '../../data/store/accounts/owners.ts'
import type { SignInAttempt, SignInProvider } from './provider.ts'

/** The page that asks for a name. */
export const developmentSignInPath = '/development-sign-in'

const maxNameLength = 40

/** Accepts the name that is entered on a page of this site. */
export class DevelopmentProvider implements SignInProvider {
  begin(): Promise<SignInAttempt & { url: string }> {
    const state = randomBytes(16).toString('base64url')
    return Promise.resolve({ state, verifier: '', url: `${developmentSignInPath}?state=${state}` })
  }

  /**
   * Resolves to the user with the entered name. Rejects with `bad_request` if the name is empty or too long, or belongs
   * to another sign-in.
   */
  complete(query: URLSearchParams, { state }: SignInAttempt): Promise<Identity> {
    if (query.getAll('state').length !== 1 || query.get('state') !== state)
      return refuse('This is not the sign-in that was begun in this browser: begin again.')
    const username = query.get('name')?.trim() ?? ''
    if (username === '' || username.length > maxNameLength)
      return refuse(`A name has 1 to ${maxNameLength} characters: begin again.`)
    return Promise.resolve({ provider: 'development', id: username.toLowerCase(), username })
  }
}

const refuse = (detail: string) => Promise.reject(new Problem('bad_request', detail))

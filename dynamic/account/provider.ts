// Sign-in with a third-party provider: OAuth 2.0 authorization code with PKCE.
import * as oauth from 'openid-client'
import { z } from 'zod'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Identity } from '../../data/store/accounts/owners.ts'

export interface ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** URL that returns JSON about the access token's user: `id` or `sub`, and a name. */
  readonly userUrl: string
  readonly scope: string
  /** The issuer that the provider names in ID tokens and in `iss`; the origin of `authorizeUrl` by default. */
  readonly issuer?: string | undefined
}

/** State of a sign-in, which is stored until the user returns from the provider. */
export interface SignInAttempt {
  readonly state: string
  readonly verifier: string
}

const timeoutSeconds = 10
const text = z.union([z.string().min(1), z.number()]).transform(String)
const userSchema = z.object({
  id: text.optional(),
  sub: text.optional(),
  username: z.string().min(1).optional(),
  preferred_username: z.string().min(1).optional(),
  login: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
})

/** The user or the provider refused consent. */
export class ConsentDeniedError extends Error {
  override name = 'ConsentDeniedError'
}

/** A provider that identifies users. */
export interface SignInProvider {
  /** Starts a sign-in. Resolves to the URL to send the browser to and the state to store. */
  begin(): Promise<SignInAttempt & { url: string }>
  /**
   * Resolves to the user who returned. Rejects with `ConsentDeniedError`, with `bad_request` if the provider did not
   * accept the code, or with `unavailable`.
   */
  complete(query: URLSearchParams, attempt: SignInAttempt): Promise<Identity>
}

/** A provider that supports OAuth 2.0. */
export class OAuthProvider implements SignInProvider {
  readonly host: string
  readonly #config: oauth.Configuration
  readonly #userUrl: URL
  readonly #scope: string
  readonly #redirectUri: string

  constructor(
    { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl, scope, issuer }: ProviderOptions,
    redirectUri: string,
  ) {
    this.#userUrl = new URL(userUrl)
    this.host = this.#userUrl.host
    this.#scope = scope
    this.#redirectUri = redirectUri
    const server = {
      issuer: issuer ?? new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    }
    this.#config = new oauth.Configuration(server, clientId, undefined, oauth.ClientSecretPost(clientSecret))
    this.#config.timeout = timeoutSeconds
    if ([authorizeUrl, tokenUrl, userUrl].some((url) => url.startsWith('http:')))
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the settings take http on this machine only
      oauth.allowInsecureRequests(this.#config)
  }

  async begin(): Promise<SignInAttempt & { url: string }> {
    const state = oauth.randomState()
    const verifier = oauth.randomPKCECodeVerifier()
    const url = oauth.buildAuthorizationUrl(this.#config, {
      redirect_uri: this.#redirectUri,
      scope: this.#scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { state, verifier, url: url.href }
  }

  async complete(query: URLSearchParams, { state, verifier }: SignInAttempt): Promise<Identity> {
    if (query.getAll('state').length !== 1 || query.get('state') !== state)
      throw new Problem('bad_request', 'This is not the sign-in that was begun in this browser: begin again.')
    if (query.getAll('code').length + query.getAll('error').length !== 1)
      throw new Problem('bad_request', 'The provider must send either a code or an error: begin again.')
    const url = new URL(this.#redirectUri)
    url.search = query.toString()
    try {
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const { access_token } = await oauth.authorizationCodeGrant(this.#config, url, checks)
      return await this.#user(access_token)
    } catch (error) {
      throw this.#explain(error)
    }
  }

  async #user(accessToken: string): Promise<Identity> {
    const answer = await oauth.fetchProtectedResource(this.#config, accessToken, this.#userUrl, 'GET')
    if (!answer.ok) throw new Error(`the provider answered ${answer.status} when asked for the user`)
    const user = userSchema.parse(await answer.json())
    const id = user.id ?? user.sub
    if (id === undefined) throw new Error('the provider returned no id of the user')
    const username = user.username ?? user.preferred_username ?? user.login ?? user.name ?? id
    return { provider: this.host, id, username }
  }

  #explain(error: unknown): Error {
    if (error instanceof oauth.AuthorizationResponseError) {
      if (error.error === 'access_denied') return new ConsentDeniedError('Consent was refused.')
      return new Problem('bad_request', 'The provider refused the sign-in: begin again.')
    }
    const isRefused = error instanceof oauth.ResponseBodyError && /^invalid_(grant|request)$/.test(error.error)
    if (isRefused) return new Problem('bad_request', 'The provider did not accept this sign-in: begin again.')
    const cause = new Error(describe(error))
    return Object.assign(
      new Problem('unavailable', 'The sign-in provider does not answer as expected: try again in a moment.'),
      { cause },
    )
  }
}

/** Describes an error for the log, without codes, tokens and secrets. */
function describe(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `the provider answered ${error.status} ${error.error}`
  if (error instanceof z.ZodError) return 'the provider answered with an unexpected shape when asked for the user'
  if (!(error instanceof Error)) return 'the sign-in failed'
  return 'code' in error ? `${error.message} (${String(error.code)})` : error.message
}

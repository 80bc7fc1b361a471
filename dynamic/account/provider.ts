// The third-party identity behind sign-in: OAuth 2.0 authorization code with PKCE.
import * as oauth from 'openid-client'
import { z } from 'zod'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Identity } from '../../data/store/accounts/owners.ts'

export interface ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Answers JSON about the access token's user: `id` or `sub`, and a name. */
  readonly userUrl: string
  readonly scope: string
  /** As the provider calls itself in ID tokens and in `iss`; the origin of `authorizeUrl` by default. */
  readonly issuer?: string | undefined
}

/** State to store until the user returns from the provider. */
export interface Attempt {
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

/** Consent was refused, by the user or the provider. */
export class ConsentDenied extends Error {
  override name = 'ConsentDenied'
}

/** What sign-in needs of a provider. */
export interface SignInProvider {
  /** A started sign-in: where to send the browser, and the state to store. */
  begin(): Promise<Attempt & { url: string }>
  /**
   * The user who returned. Rejects with `ConsentDenied`, with `bad_request` if the provider did not accept the code,
   * else with `unavailable`.
   */
  complete(query: URLSearchParams, attempt: Attempt): Promise<Identity>
}

export class Provider implements SignInProvider {
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

  async begin(): Promise<Attempt & { url: string }> {
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

  async complete(query: URLSearchParams, { state, verifier }: Attempt): Promise<Identity> {
    if (query.getAll('state').length !== 1 || query.get('state') !== state)
      throw new Problem('bad_request', 'This is not the sign-in that was begun in this browser: begin again.')
    if (query.getAll('code').length + query.getAll('error').length !== 1)
      throw new Problem('bad_request', 'The provider sent neither a code nor an error: begin again.')
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
    if (!answer.ok) throw new Error(`the provider answered ${answer.status} when asked who it is`)
    const user = userSchema.parse(await answer.json())
    const id = user.id ?? user.sub
    if (id === undefined) throw new Error('the provider named nobody')
    const username = user.username ?? user.preferred_username ?? user.login ?? user.name ?? id
    return { provider: this.host, id, username }
  }

  #explain(error: unknown): Error {
    if (error instanceof oauth.AuthorizationResponseError) {
      if (error.error === 'access_denied') return new ConsentDenied('Consent was refused.')
      return new Problem('bad_request', 'The provider refused the sign-in: begin again.')
    }
    const isTheirs = error instanceof oauth.ResponseBodyError && /^invalid_(grant|request)$/.test(error.error)
    if (isTheirs) return new Problem('bad_request', 'The provider did not accept this sign-in: begin again.')
    const cause = new Error(describe(error))
    return Object.assign(
      new Problem('unavailable', 'The sign-in provider does not answer as it should: try again in a moment.'),
      { cause },
    )
  }
}

/** For the log: never a code, a token or a secret. */
function describe(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `the provider answered ${error.status} ${error.error}`
  if (error instanceof z.ZodError) return 'the provider answered with another shape when asked who it is'
  if (!(error instanceof Error)) return 'the sign-in failed'
  return 'code' in error ? `${error.message} (${String(error.code)})` : error.message
}

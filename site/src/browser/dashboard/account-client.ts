// Requests of the dashboard to /account. Authorization is up to the service.
import { retryAfterSeconds } from '../retry-after.ts'

interface Account {
  readonly name: string
  readonly tier: string
  readonly permissions: readonly string[]
  readonly csrf_token: string
}

export interface ApiKey {
  readonly prefix: string
  readonly name: string
  readonly state: 'active' | 'replaced' | 'expired' | 'revoked'
  readonly scopes: readonly string[]
  readonly origins: readonly string[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly replaced_by: string | null
}

export type NewKey = ApiKey & { readonly key: string }

export interface UsageDay {
  readonly day: string
  readonly count: number
  readonly keys: Readonly<Record<string, number>>
}

export interface KeyInput {
  readonly name: string
  readonly scopes: readonly string[]
  readonly origins: readonly string[]
  readonly expires_in_days?: number
}

/** A request that the service rejected. The message is shown to the user. */
export class RequestError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

let token = ''

/** Returns the signed-in user, or undefined if nobody is signed in. Throws `RequestError` if the request is rejected. */
export async function readAccount(): Promise<Account | undefined> {
  try {
    const account = (await request('GET', '/account')) as Account
    token = account.csrf_token
    return account
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return undefined
    throw error
  }
}

export const readKeys = async () => (await request('GET', '/account/keys')) as readonly ApiKey[]
export const readUsage = async () => (await request('GET', '/account/usage?days=30')) as readonly UsageDay[]
export const createKey = async (input: KeyInput) => (await request('POST', '/account/keys', input)) as NewKey
export const rotateKey = async (prefix: string, days: number) =>
  (await request('POST', `/account/keys/${prefix}/rotate`, { grace_days: days })) as NewKey
export const revokeKey = (prefix: string) => request('DELETE', `/account/keys/${prefix}`)
export const signOut = () => request('POST', '/account/sign-out')

async function request(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(path, {
    method,
    headers: {
      ...(method !== 'GET' && { 'x-csrf-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  const json = (text === '' ? {} : JSON.parse(text)) as Problem & { body?: unknown }
  if (answer.ok) return json.body
  throw new RequestError(answer.status, problemMessage(json, retryAfterSeconds(answer, Date.now())))
}

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { parameter: string; message: string }[]
}

function problemMessage(
  { detail = 'The request was rejected.', errors = [] }: Problem,
  wait: number | undefined,
): string {
  const messages = errors.map(({ parameter, message }) => `${parameter}: ${message}`)
  const words = messages.length > 0 ? messages.join('. ') : detail
  return wait === undefined ? words : `${words} Try again in ${wait} s.`
}

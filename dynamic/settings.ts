import { existsSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { feeds, isFeed } from '../data/api/model/feeds/feed-names.ts'
import type { StoreLocation } from '../data/store/dialect/open-store.ts'
import type { Retention } from '../data/store/live/intake/retention.ts'
import { settingList, settingNames, type SettingName } from './setting-list.ts'

/** Whether a URL uses https, or http on this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
export const isDatabaseUrl = (text: string) => URL.canParse(text) && /^postgres(ql)?:\/\/./.test(text)
const sslModes = ['disable', 'verify-full', 'no-verify']
const databaseParameters = [
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'port', 'user', 'password'],
  ...['application_name', 'client_encoding', 'options', 'connect_timeout', 'channel_binding'],
]
/**
 * Returns what is wrong with the parameters of a database URL, if anything: the client would ignore a misspelled
 * `sslmode`.
 */
export function databaseParameterError(url: string): string | undefined {
  const { searchParams } = new URL(url)
  const names = [...searchParams.keys()]
  const unknown = names.find((name) => !databaseParameters.includes(name))
  if (unknown !== undefined)
    return `expected parameters among ${databaseParameters.join(', ')}, got ${unknown.slice(0, 40)}`
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) return `expected ${repeated} once`
  const mode = searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode)) return `expected sslmode to be ${sslModes.join(', ')}`
  const missing = ['sslrootcert', 'sslcert', 'sslkey'].find((name) => !existsSync(searchParams.get(name) ?? '/'))
  return missing === undefined ? undefined : `expected ${missing} to name a file of this machine`
}
const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@]+\/?$/.test(text)
const isUrlOf = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== ''
const safeUrl = z.string().refine(isSafeUrl, 'expected an https URL')

/** A whole number that is written in digits only: ` 8080`, `0x1F90` and `8e3` are invalid. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const port = whole(0, 65535)

/** The schema of each setting; its default and description are in `setting-list.ts`. */
const settingsSchema = z.object({
  PORT: port,
  HOST: z.string(),
  DATA_DIR: z.string(),
  DATABASE_URL: z
    .string()
    .refine((given) => given === '' || isDatabaseUrl(given), 'expected postgres://user:password@host:port/database')
    .superRefine((given, context) => {
      const error = isDatabaseUrl(given) ? databaseParameterError(given) : undefined
      if (error !== undefined) context.addIssue(error)
    })
    .default(''),
  DATABASE_POOL_SIZE: whole(8, 1000),
  DATABASE_TIMEOUT_MS: whole(100, 600_000),
  RENDER_PATCHES: z.union([z.enum(['all', 'none']), whole(1, 100_000)]),
  OBSERVER_PORT: port,
  OBSERVER_HOST: z.string(),
  OBSERVER: z.enum(['on', 'off']),
  RETENTION_DAYS: z
    .string()
    .regex(/^([\w-]+=[1-9]\d{0,4}(,[\w-]+=[1-9]\d{0,4})*)?$/, 'expected feed=days, separated by commas')
    .refine((given) => entriesOf(given).every(([feed]) => isFeed(feed)), `expected feeds among ${feeds.join(', ')}`)
    .transform((given): Retention => Object.fromEntries(entriesOf(given)))
    .prefault(''),
  MARKET_INDEX_LISTINGS: whole(1000, 100_000_000),
  MEMORY_MB: whole(16, 100_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  TRUST_PROXY: whole(0, 10),
  RATE_LIMIT_ANONYMOUS: whole(1, 100_000_000),
  RATE_LIMIT_KEY: whole(1, 100_000_000),
  RATE_LIMIT_TIERS: z
    .string()
    .regex(/^([\w-]+=[1-9]\d{0,8}(,[\w-]+=[1-9]\d{0,8})*)?$/, 'expected name=number, separated by commas')
    .transform((given) => Object.fromEntries(entriesOf(given)))
    .prefault(''),
  CATALOG_URL: z
    .string()
    .refine((text) => isUrlOf(text, ['http:', 'https:']) && !/[?#@]/.test(text), 'expected an http or https URL')
    .default(''),
  REDIS_URL: z
    .string()
    .refine((text) => isUrlOf(text, ['redis:', 'rediss:']), 'expected redis://host:port or rediss://host:port')
    .refine(
      (text) => !URL.canParse(text) || /^\/?\d{0,5}$/.test(new URL(text).pathname),
      'expected no path, or the number of a database as the path',
    )
    .default(''),
  REDIS_PREFIX: z.string().regex(/^[\w:.-]{1,100}$/, 'expected letters, digits, and any of : . _ -'),
  EVENT_STREAMS_PER_ADDRESS: whole(1, 100_000),
  EVENT_STREAMS: whole(1, 100_000),
  EXPORTS_PER_ADDRESS: whole(1, 100_000),
  EXPORTS: whole(1, 100_000),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'expected an http or https URL without a path')
    .transform((given) => given.replace(/\/$/, ''))
    .default(''),
  OAUTH_CLIENT_ID: z.string().default(''),
  OAUTH_CLIENT_SECRET: z.string().default(''),
  OAUTH_AUTHORIZE_URL: safeUrl,
  OAUTH_TOKEN_URL: safeUrl,
  OAUTH_USER_URL: safeUrl,
  OAUTH_SCOPE: z.string(),
  OAUTH_ISSUER: z.union([z.literal(''), safeUrl], 'expected an https URL').default(''),
  SESSION_SECRET: z.string().min(32).default(''),
} satisfies Record<SettingName, z.ZodType>)

/** Parses pairs `name=number` that are separated by commas. */
const entriesOf = (given: string): [name: string, count: number][] =>
  given
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', count] = pair.split('=')
      return [name, Number(count)]
    })

export type Settings = z.infer<typeof settingsSchema>

/** An invalid setting: the message names it and the allowed values. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads the settings; empty variables count as unset. Throws `SettingsError`. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const textOf = (name: SettingName) => [environment[name], settingList[name][0]].find(Boolean)
  const given = Object.fromEntries(settingNames.map((name) => [name, textOf(name)]))
  const result = settingsSchema.safeParse(given)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => {
    const name = issue.path[0] as SettingName
    const value = environment[name] ?? ''
    const isSecret = /^(DATABASE|REDIS)_URL$|SECRET$/.test(name) || (!name.startsWith('OAUTH') && value.includes('@'))
    const displayed = isSecret ? name : `${name}=${value}`
    return `${displayed} is not valid: ${issue.message}. ${settingList[name][1]}`
  })
  throw new SettingsError(errors.join('\n'))
}

/**
 * Reads the settings for commands that import or publish. Throws `SettingsError` also if this instance downloads its
 * catalog.
 */
export function readBuildSettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(environment)
  if (settings.CATALOG_URL === '') return settings
  throw new SettingsError(
    `CATALOG_URL is set: this instance downloads its catalog from ${settings.CATALOG_URL}. Import, render and publish where that tree is made.`,
  )
}

/** Returns the environment variables whose names are one typo away from the name of a setting, with that name. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): [given: string, suggestion: string][] {
  const names = settingNames.filter((name) => name.length > 5)
  return Object.keys(environment).flatMap((given): [string, string][] => {
    const suggestion = given in settingList ? undefined : names.find((name) => isOneEdit(given, name))
    return suggestion ? [[given, suggestion]] : []
  })
}

/** Whether names differ by one added, removed or replaced letter, or by two swapped letters. */
function isOneEdit(given: string, suggestion: string): boolean {
  const edits = distance(given, suggestion)
  const swapped =
    given.length === suggestion.length && given.split('').sort().join('') === suggestion.split('').sort().join('')
  return edits === 1 || (edits === 2 && swapped)
}

/** Returns where accounts and live data are stored. */
export const storeLocation = (settings: Settings): StoreLocation => {
  const { DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_POOL_SIZE, DATABASE_TIMEOUT_MS } = settings
  if (url === '') return { dataDir }
  return { dataDir, database: { url, poolSize: DATABASE_POOL_SIZE, timeoutMilliseconds: DATABASE_TIMEOUT_MS } }
}

/** True if other machines can reach the service and `PUBLIC_URL` does not name its address. */
export const lacksPublicUrl = ({ PUBLIC_URL, TRUST_PROXY, HOST }: Settings): boolean =>
  PUBLIC_URL === '' && (TRUST_PROXY > 0 || !['127.0.0.1', '::1', 'localhost'].includes(HOST))

import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { feeds, isFeed } from '../data/api/live/feeds.ts'
import type { Retention } from '../data/store/live/retention.ts'

/** https, or http on this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@]+\/?$/.test(text)
const safeUrl = (byDefault: string) => z.string().refine(isSafeUrl, 'expected an https URL').default(byDefault)

/** A whole number of digits alone: ` 8080`, `0x1F90` and `8e3` are none. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const port = (byDefault: number) => whole(0, 65535).default(byDefault)

/** Every setting, once: an environment variable with its default, its unit and its help. */
export const settingsSchema = z.object({
  PORT: port(8080).describe('Port of the public listener; 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address of the public listener.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Folder of all databases and rendered files.'),
  RENDER_PATCHES: z
    .union([z.enum(['all', 'none']), whole(1, 100_000)])
    .default('all')
    .describe('How many of the newest patches of each branch are rendered: all, none or a number.'),
  OBSERVER_PORT: port(8081).describe(
    "Port of the observer's listener, for observations and metrics; 0 takes a free one.",
  ),
  OBSERVER_HOST: z.string().min(1).default('127.0.0.1').describe("Address of the observer's listener."),
  OBSERVER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether `npm start` simulates an observer; `npm run serve` never does.'),
  RETENTION_DAYS: z
    .string()
    .regex(/^([\w-]+=[1-9]\d{0,4}(,[\w-]+=[1-9]\d{0,4})*)?$/, 'expected feed=days, separated by commas')
    .refine((given) => entriesOf(given).every(([feed]) => isFeed(feed)), `expected feeds among ${feeds.join(', ')}`)
    .transform((given): Retention => Object.fromEntries(entriesOf(given)))
    .prefault('')
    .describe('How long observations are kept, by feed: `market=365,trades=90`; a feed that is not named keeps all.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least level of log lines.'),
  TRUST_PROXY: whole(0, 10).default(0).describe('How many proxies in front of the service to trust.'),
  RATE_LIMIT_ANONYMOUS: whole(1, 100_000_000)
    .default(60)
    .describe('Requests a minute for each client address without a key.'),
  RATE_LIMIT_KEY: whole(1, 100_000_000).default(600).describe('Requests a minute for each account, by its keys.'),
  RATE_LIMIT_TIERS: z
    .string()
    .regex(/^([\w-]+=[1-9]\d{0,8}(,[\w-]+=[1-9]\d{0,8})*)?$/, 'expected name=number, separated by commas')
    .transform((given) => Object.fromEntries(entriesOf(given)))
    .prefault('')
    .describe('Requests a minute for accounts of a tier: `supporter=2000,partner=10000`.'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'expected an http or https URL without a path')
    .transform((given) => given.replace(/\/$/, ''))
    .default('')
    .describe('Where browsers reach the service: so pages, feeds and sign-in name it; http://HOST:PORT when unset.'),
  OAUTH_CLIENT_ID: z.string().default('').describe('Client of the sign-in provider; sign-in is off when unset.'),
  OAUTH_CLIENT_SECRET: z.string().default('').describe('Secret of that client.'),
  OAUTH_AUTHORIZE_URL: safeUrl('https://discord.com/oauth2/authorize').describe('Where the provider asks for consent.'),
  OAUTH_TOKEN_URL: safeUrl('https://discord.com/api/oauth2/token').describe('Where the provider gives access tokens.'),
  OAUTH_USER_URL: safeUrl('https://discord.com/api/users/@me').describe('Where the provider tells who somebody is.'),
  OAUTH_SCOPE: z.string().default('identify').describe('What to ask the provider for.'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .default('')
    .describe('Signs session cookies; 32 characters or more. Made and kept in DATA_DIR when unset.'),
})

/** Of `name=number`, separated by commas. */
const entriesOf = (given: string): [name: string, count: number][] =>
  given
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', count] = pair.split('=')
      return [name, Number(count)]
    })

export type Settings = z.infer<typeof settingsSchema>

/** A malformed setting: the message says which, and what it may be. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads the settings; empty variables count as unset. Throws `SettingsError`. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const names = Object.keys(settingsSchema.shape)
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
  const result = settingsSchema.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0])
    const shown = name.endsWith('SECRET') ? name : `${name}=${environment[name]}`
    return `${shown} is not valid: ${issue.message}. ${settingsSchema.shape[name as keyof Settings].description ?? ''}`
  })
  throw new SettingsError(faults.join('\n'))
}

/** Names in the environment that are one slip away from a setting's name, with that name. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): [given: string, meant: string][] {
  const names = Object.keys(settingsSchema.shape).filter((name) => name.length > 5)
  return Object.keys(environment).flatMap((given): [string, string][] => {
    const meant = names.includes(given) ? undefined : names.find((name) => isOneSlip(given, name))
    return meant ? [[given, meant]] : []
  })
}

/** One letter more, less or other, or two changed places. */
function isOneSlip(given: string, meant: string): boolean {
  const edits = distance(given, meant)
  const swapped = given.length === meant.length && given.split('').sort().join('') === meant.split('').sort().join('')
  return edits === 1 || (edits === 2 && swapped)
}

/** True where others than this machine are to reach the service, and it is not told as what. */
export const lacksPublicUrl = ({ PUBLIC_URL, TRUST_PROXY, HOST }: Settings): boolean =>
  PUBLIC_URL === '' && (TRUST_PROXY > 0 || !['127.0.0.1', '::1', 'localhost'].includes(HOST))

export interface SettingHelp {
  readonly name: string
  readonly help: string
  /** As it would be written; empty where there is none. */
  readonly default: string
}

/** Every setting, in the order of their declaration. */
export const settingHelps = (): readonly SettingHelp[] =>
  Object.entries(settingsSchema.shape).map(([name, { description = '', def }]) => ({
    name,
    help: description,
    default: String(def.defaultValue),
  }))

/** The settings as `--help` prints them. */
export function settingsHelp(): string {
  const lines = settingHelps().map(
    ({ name, help, default: byDefault }) => `  ${name.padEnd(20)} ${help} (${byDefault || 'unset'})`,
  )
  return ['Settings (environment variables, with their defaults):', ...lines].join('\n')
}

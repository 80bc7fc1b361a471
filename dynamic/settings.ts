import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

const port = (byDefault: number) => z.coerce.number().int().min(0).max(65535).default(byDefault)

/** Every setting, once: an environment variable with its default, its unit and its help. */
export const settingsSchema = z.object({
  PORT: port(8080).describe('Port of the public listener; 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address of the public listener.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Folder of all databases and rendered files.'),
  RENDER_PATCHES: z
    .union([z.enum(['all', 'none']), z.coerce.number().int().min(1)])
    .default('all')
    .describe('How many of the newest patches of each branch are rendered: all, none or a number.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least level of log lines.'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('How many proxies in front of the service to trust.'),
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
    return `${name}=${environment[name]} is not valid: ${issue.message}. ${settingsSchema.shape[name as keyof Settings].description ?? ''}`
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

/** The settings as `--help` prints them. */
export function settingsHelp(): string {
  const lines = Object.entries(settingsSchema.shape).map(
    ([name, setting]) => `  ${name.padEnd(16)} ${setting.description} (${String(setting.def.defaultValue)})`,
  )
  return ['Settings (environment variables, with their defaults):', ...lines].join('\n')
}

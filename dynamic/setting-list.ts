// Every setting. This module imports nothing, so that `--help` starts fast.

interface SettingHelp {
  readonly name: string
  readonly help: string
  /** The default as it would be written; empty if there is none. */
  readonly default: string
}

/**
 * Every setting (environment variable): its default as it would be written, empty if there is none, and its
 * description.
 */
export const settingList = {
  PORT: ['8080', 'Port of the public listener; 0 chooses a free one.'],
  HOST: ['127.0.0.1', 'Address of the public listener.'],
  DATA_DIR: ['.data', 'Folder of all databases and rendered files.'],
  DATABASE_URL: [
    '',
    'Accounts and live data in PostgreSQL 15 or later, `postgres://user:password@host/database?sslmode=verify-full`; files in DATA_DIR when unset.',
  ],
  DATABASE_POOL_SIZE: [
    '16',
    'Maximum number of connections to PostgreSQL from this process, besides those that check whether it is available.',
  ],
  DATABASE_TIMEOUT_MS: ['5000', 'Milliseconds after which PostgreSQL ends a statement.'],
  RENDER_PATCHES: ['all', 'How many of the newest patches of each branch are rendered: all, none or a number.'],
  OBSERVER_PORT: ['8081', "Port of the observer's listener, for observations and metrics; 0 chooses a free one."],
  OBSERVER_HOST: ['127.0.0.1', "Address of the observer's listener."],
  OBSERVER: ['on', 'Whether `npm start` simulates an observer; `npm run serve` never does.'],
  RETENTION_DAYS: [
    '',
    'How long observations, and lines in quarantine, are kept, by feed: `market=365,trades=90`; feeds that are not named are kept forever.',
  ],
  MARKET_INDEX_LISTINGS: [
    '5000000',
    'How many of the newest listings of the market are kept in memory, 120 bytes each, in addition to those that are open; older ones are read from the database.',
  ],
  MEMORY_MB: [
    '256',
    'Maximum size of all caches of catalogs and pages together, in megabytes: answers, columns, rows, texts, indexes.',
  ],
  LOG_LEVEL: ['info', 'Lowest level that is logged.'],
  TRUST_PROXY: ['0', 'How many proxies in front of the service to trust.'],
  RATE_LIMIT_ANONYMOUS: ['60', 'Requests a minute for each client address without a key.'],
  RATE_LIMIT_KEY: ['600', 'Requests a minute for each account, across all its keys.'],
  RATE_LIMIT_TIERS: ['', 'Requests a minute for accounts of a tier: `supporter=2000,partner=10000`.'],
  CATALOG_URL: [
    '',
    'The folder of a published tree that holds manifest.json: the catalog is downloaded from there, and nothing is imported here.',
  ],
  REDIS_URL: ['', 'Redis through which instances share quotas and revoked keys; without it each has its own.'],
  REDIS_PREFIX: ['deepledger:', 'Prefix of all keys and channels in Redis.'],
  EVENT_STREAMS_PER_ADDRESS: ['8', 'Streams of events that a client address (IPv6: a /64) may have open.'],
  EVENT_STREAMS: ['2000', 'Streams of events that may be open in total.'],
  EXPORTS_PER_ADDRESS: ['4', 'Exports (`format`) to a client address (IPv6: a /64) that may run at once.'],
  EXPORTS: ['100', 'Exports that may run at once in total.'],
  PUBLIC_URL: [
    '',
    'Where browsers reach the service, for links in pages, feeds and sign-in; http://HOST:PORT when unset.',
  ],
  OAUTH_CLIENT_ID: ['', 'Client of the sign-in provider; sign-in is off when unset.'],
  OAUTH_CLIENT_SECRET: ['', 'Secret of that client.'],
  OAUTH_AUTHORIZE_URL: ['https://discord.com/oauth2/authorize', 'Where the provider asks for consent.'],
  OAUTH_TOKEN_URL: ['https://discord.com/api/oauth2/token', 'Where the provider issues access tokens.'],
  OAUTH_USER_URL: ['https://discord.com/api/users/@me', 'Where the provider says who a user is.'],
  OAUTH_SCOPE: ['identify', 'Scope to request from the provider.'],
  OAUTH_ISSUER: [
    '',
    'Issuer that the provider names in ID tokens, such as https://sso.example/realms/main; the origin of OAUTH_AUTHORIZE_URL when unset.',
  ],
  SESSION_SECRET: [
    '',
    'Signs session cookies; at least 32 characters. When unset, derived from OAUTH_CLIENT_SECRET with DATABASE_URL, else generated and stored in DATA_DIR.',
  ],
} as const satisfies Record<string, readonly [byDefault: string, help: string]>

export type SettingName = keyof typeof settingList

export const settingNames = Object.keys(settingList) as SettingName[]

/** Returns every setting, in the order of declaration. */
export const settingHelps = (): readonly SettingHelp[] =>
  Object.entries(settingList).map(([name, [byDefault, help]]) => ({ name, help, default: byDefault }))

/** Returns the text about settings that `--help` prints. */
export function settingsHelp(): string {
  const width = Math.max(...settingNames.map(({ length }) => length))
  const lines = settingHelps().map(
    ({ name, help, default: byDefault }) => `  ${name.padEnd(width)} ${help} (${byDefault || 'unset'})`,
  )
  return ['Settings (environment variables, with their defaults):', ...lines].join('\n')
}

// A backup of a PostgreSQL database by pg_dump, verified by restoring it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Client } from 'pg'
import { messageOf } from './message-of.ts'

/** Why the database cannot be backed up, and what to do about it. */
export class DumpError extends Error {
  override name = 'DumpError'
}

export interface DumpOptions {
  readonly url: string
  /** Any database of a server on which the dump may be restored to verify it; it only connects to this one. */
  readonly scratchUrl: string
  readonly file: string
  readonly onRestore?: () => void
}

export interface Dump {
  /** Rows by table, the same in the database as it was dumped and in the restored one. */
  readonly rows: Readonly<Record<string, number>>
  /** Whether the server archives its log, which a recovery to any point in time needs. */
  readonly isArchived: boolean
}

type Counts = Readonly<Record<string, number>>

/** Throws `DumpError` where `dumpDatabase` could not dump or verify. */
export async function checkDump({ url, scratchUrl }: Pick<DumpOptions, 'url' | 'scratchUrl'>): Promise<void> {
  const client = await connected(url)
  try {
    await checkPrograms(client)
  } finally {
    await client.end()
  }
  await expectScratch(scratchUrl)
}

/**
 * Writes all of a database, as of one instant, into a file of pg_dump's custom format, restores that into a database of
 * its own and compares the rows of every table. Throws `DumpError`.
 */
export async function dumpDatabase({ url, scratchUrl, file, onRestore }: DumpOptions): Promise<Dump> {
  const client = await connected(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const snapshot = await valueOf<string>(client, 'select pg_export_snapshot()')
    await run('pg_dump', ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`], url)
    const rows = await countsOf(client)
    const archiving = await valueOf<string>(client, "select current_setting('archive_mode')")
    onRestore?.()
    const restored = await restoredCounts(file, scratchUrl)
    for (const [table, count] of Object.entries(rows))
      if (restored[table] !== count)
        throw new DumpError(`The dump has ${restored[table] ?? 'no'} rows of ${table}, the database ${count}.`)
    return { rows, isArchived: archiving !== 'off' }
  } finally {
    await client.end()
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new DumpError(`The database ${pathname.slice(1)} at ${host} cannot be used: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

const rowsOf = async <Row>(client: Client, text: string): Promise<Row[]> => (await client.query(text)).rows as Row[]

/** The only value that a query has. */
async function valueOf<Value>(client: Client, text: string): Promise<Value> {
  const { rows } = await client.query<[Value]>({ text, rowMode: 'array' })
  const [row] = rows
  if (!row) throw new Error(`There is no row: ${text}`)
  return row[0]
}

/** pg_dump refuses a server that is newer than itself. */
async function checkPrograms(client: Client): Promise<void> {
  const version = await valueOf<string>(client, "select current_setting('server_version_num')")
  const ofServer = Math.floor(Number(version) / 10_000)
  for (const program of ['pg_dump', 'pg_restore']) {
    const said = await run(program, ['--version'])
    const own = Number(/\d+/.exec(said)?.[0] ?? 0)
    if (own < ofServer)
      throw new DumpError(`${program} is of version ${own}, the server of version ${ofServer}. ${install(ofServer)}`)
  }
}

const install = (version?: number) =>
  `Install the client programs of PostgreSQL ${version ?? "in the server's version"} (Debian: postgresql-client${version === undefined ? '' : `-${version}`}) and have them in PATH.`

async function expectScratch(scratchUrl: string): Promise<void> {
  const client = await connected(scratchUrl)
  try {
    const may = 'select rolcreatedb or rolsuper from pg_roles where rolname = current_user'
    if (await valueOf<boolean>(client, may)) return
    throw new DumpError(
      'A dump is verified by restoring it, but this role may not create databases: allow it (alter role ... createdb), or name a server ' +
        'where it may by --verify-on postgres://...',
    )
  } finally {
    await client.end()
  }
}

async function restoredCounts(file: string, scratchUrl: string): Promise<Counts> {
  const server = await connected(scratchUrl)
  const name = `backup_check_${randomBytes(6).toString('hex')}`
  try {
    await server.query(`create database ${name} template template0 encoding 'UTF8'`)
    const url = new URL(scratchUrl)
    url.pathname = `/${name}`
    await run('pg_restore', ['--exit-on-error', '--no-owner', '--no-privileges', file], url.href)
    const restored = await connected(url.href)
    try {
      return await countsOf(restored)
    } finally {
      await restored.end()
    }
  } finally {
    await server.query(`drop database if exists ${name} with (force)`)
    await server.end()
  }
}

async function countsOf(client: Client): Promise<Counts> {
  const ofStores = "relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace"
  const tables = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class where ${ofStores} order by relname`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    counts[name] = Number(await valueOf(client, `select count(*) from ${client.escapeIdentifier(name)}`))
  }
  return counts
}

/** Resolves to what the program prints. A password is in its environment, where others cannot see it. */
async function run(program: string, args: readonly string[], url?: string): Promise<string> {
  const { PATH, HOME, PGPASSFILE } = process.env
  const target = url === undefined ? undefined : targetOf(url)
  const given = target === undefined ? args : [...args, `--dbname=${target.url}`]
  const env = { PATH, HOME, PGPASSFILE, LC_ALL: 'C', ...target?.env }
  const child = spawn(program, given, {
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) return said.stdout
  } catch (error) {
    throw new DumpError(`${program} cannot be run (${messageOf(error)}). ${install()}`, { cause: error })
  }
  throw new DumpError(`${program} failed: ${said.stderr.trim()}`)
}

/** `no-verify` is a word of the service's client alone. */
function targetOf(url: string): { url: string; env: { PGPASSWORD?: string } } {
  const target = new URL(url)
  const password = decodeURIComponent(target.password)
  target.password = ''
  if (target.searchParams.get('sslmode') === 'no-verify') target.searchParams.set('sslmode', 'require')
  return { url: target.href, env: password === '' ? {} : { PGPASSWORD: password } }
}

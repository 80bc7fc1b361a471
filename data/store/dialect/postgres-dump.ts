// A backup of a PostgreSQL database by pg_dump, verified by restoring it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Client } from 'pg'
import { messageOf } from './message-of.ts'

/** Thrown if the database cannot be backed up. The message says what to do about it. */
export class DumpError extends Error {
  override name = 'DumpError'
}

export interface DumpOptions {
  readonly url: string
  /** A database of a server on which the dump is restored, into a temporary database, to verify it. */
  readonly scratchUrl: string
  readonly file: string
  readonly onRestore?: () => void
}

export interface Dump {
  /** Number of rows by table, which are equal in the dumped database and in the restored one. */
  readonly rows: Readonly<Record<string, number>>
  /** Whether the server archives its log, which is required for point-in-time recovery. */
  readonly isArchived: boolean
}

type Counts = Readonly<Record<string, number>>

/** Throws `DumpError` if `dumpDatabase` could not dump or verify the database. */
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
 * Writes a database, as of one instant, to a file in the custom format of pg_dump, restores it into a temporary database and
 * compares the number of rows of every table. Throws `DumpError` if any of this fails.
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

/** The value of a query that returns one row with one column. */
async function valueOf<Value>(client: Client, text: string): Promise<Value> {
  const { rows } = await client.query<[Value]>({ text, rowMode: 'array' })
  const [row] = rows
  if (!row) throw new Error(`There is no row: ${text}`)
  return row[0]
}

/** Throws `DumpError` if the programs are older than the server, which pg_dump would refuse. */
async function checkPrograms(client: Client): Promise<void> {
  const version = await valueOf<string>(client, "select current_setting('server_version_num')")
  const serverVersion = Math.floor(Number(version) / 10_000)
  for (const program of ['pg_dump', 'pg_restore']) {
    const output = await run(program, ['--version'])
    const own = Number(/\d+/.exec(output)?.[0] ?? 0)
    if (own < serverVersion)
      throw new DumpError(
        `${program} is of version ${own}, the server of version ${serverVersion}. ${install(serverVersion)}`,
      )
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

/**
 * Runs a program and resolves to its output. A password is passed in the environment, where other users cannot see it.
 */
async function run(program: string, args: readonly string[], url?: string): Promise<string> {
  const { PATH, HOME, PGPASSFILE } = process.env
  const target = url === undefined ? undefined : targetOf(url)
  const given = target === undefined ? args : [...args, `--dbname=${target.url}`]
  const env = { PATH, HOME, PGPASSFILE, LC_ALL: 'C', ...target?.env }
  const child = spawn(program, given, {
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) return output.stdout
  } catch (error) {
    throw new DumpError(`${program} cannot be run (${messageOf(error)}). ${install()}`, { cause: error })
  }
  throw new DumpError(`${program} failed: ${output.stderr.trim()}`)
}

/** Moves the password to the environment, and replaces `sslmode=no-verify`, which only the client of Node knows. */
function targetOf(url: string): { url: string; env: { PGPASSWORD?: string } } {
  const target = new URL(url)
  const password = decodeURIComponent(target.password)
  target.password = ''
  if (target.searchParams.get('sslmode') === 'no-verify') target.searchParams.set('sslmode', 'require')
  return { url: target.href, env: password === '' ? {} : { PGPASSWORD: password } }
}

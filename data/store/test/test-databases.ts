// Databases for tests on PostgreSQL, on the server TEST_DATABASE_URL. Their names contain the process id of the run,
// TEST_DATABASE_RUN. Creating a database takes long, so they are emptied and reused.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

const { TEST_DATABASE_URL: server, TEST_DATABASE_RUN: run } = process.env
const free: string[] = []

/** Returns the URL of an unused database without rows. It may have tables. */
export async function takeDatabase(): Promise<string> {
  const used = free.pop()
  if (used !== undefined) return used
  const url = new URL(server ?? '')
  url.pathname = `test_${run}_${randomBytes(6).toString('hex')}`
  // With a collation other than bytewise, because columns of the stores have to be bytewise in any database.
  const collation = `template template0 locale_provider icu icu_locale 'en-US' encoding utf8`
  await execute(server, `create database ${url.pathname.slice(1)} ${collation}`)
  return url.href
}

/** Returns a database for reuse. If its tables were changed, it is dropped. */
export async function returnDatabase(url: string, isChanged: boolean): Promise<void> {
  if (isChanged) return execute(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await execute(url, emptyTables)
  free.push(url)
}

/** Drops every database of a run. */
export async function dropTestDatabases(at: string, ofRun: string): Promise<void> {
  const client = await connected(at)
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [`test_${ofRun}_`],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

const emptyTables = `do $$
declare found record; has_rows boolean;
begin
  for found in select relname, exists (
    select from pg_attribute where attrelid = pg_class.oid and attidentity <> ''
  ) as is_numbered from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '_migration(_lock)?$'
  loop
    execute format('select exists (select from %I)', found.relname) into has_rows;
    if has_rows or found.is_numbered then
      execute format('truncate %I restart identity cascade', found.relname);
    end if;
  end loop;
  -- Migrations leave a counter in it.
  if to_regclass('numbers') is not null then insert into numbers values ('change', 0); end if;
end $$`

async function execute(url: string | undefined, statement: string): Promise<void> {
  const client = await connected(url)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function connected(url: string | undefined): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

// For the suites of bulk files: a mirror that only uses curl.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { canRun } from '../../../scripts/test/requirements.ts'

const run = promisify(execFile)

const missing = ['curl', 'sqlite3', 'zstd'].find((tool) => spawnSync(tool, ['--version']).status !== 0)
/** Whether the programs that mirrors use are installed. */
export const hasTools = canRun('mirrors', missing ?? 'curl', missing === undefined)

export type Row = Record<string, unknown>

export interface ListedFile {
  readonly patch_id: number
  readonly version: string
  readonly branch: string
  readonly resource: string
  readonly format: string
  readonly locale?: string
  readonly url: string
  readonly bytes: number
  readonly rows: number
  readonly sha256: string
  readonly encoding: string
}

/** Downloads files of a service into a folder with curl. */
export class Mirror {
  requests = 0
  readonly folder: string
  readonly #origin: string

  constructor(within: string, port: number) {
    this.folder = mkdtempSync(join(within, 'mirror-'))
    this.#origin = `http://127.0.0.1:${port}`
  }

  /** Returns the bodies of several targets, requested with one curl command. Throws unless each answer is a 200. */
  async get(targets: readonly string[]): Promise<Buffer[]> {
    this.requests += targets.length
    const paths = targets.map((target) => join(this.folder, target.replace(/\W/g, '_')))
    const outputs = targets.flatMap((target, at) => ['--output', paths[at] ?? '', this.#origin + target])
    await run('curl', ['--fail-early', '--fail', '--silent', '--show-error', ...outputs])
    return paths.map((path) => readFileSync(path))
  }

  async list(query = ''): Promise<ListedFile[]> {
    const [list] = await this.get([`/v2/bulk${query}`])
    return (JSON.parse(String(list)) as { body: ListedFile[] }).body
  }

  /** Returns the files with their decompressed contents. */
  async read(files: readonly ListedFile[]): Promise<(readonly [file: ListedFile, bytes: Buffer])[]> {
    const packed = await this.get(files.map(({ url }) => url))
    return files.map((file, at) => [file, unpacked(file, packed[at] as Buffer)] as const)
  }
}

/** Decompresses the contents of a file. */
export function unpacked({ encoding }: ListedFile, bytes: Buffer): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes
}

/** Parses NDJSON. */
export const rowsIn = (ndjson: Buffer | string): Row[] =>
  ndjson
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

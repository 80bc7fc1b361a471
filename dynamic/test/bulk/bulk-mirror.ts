// For the suites of bulk files: what a mirror does with curl alone, and what the lists answer instead.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { canRun } from '../../../scripts/test/requirements.ts'

const run = promisify(execFile)

const missing = ['curl', 'sqlite3', 'zstd'].find((tool) => spawnSync(tool, ['--version']).status !== 0)
/** Whether the programs are there that mirrors use. */
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

/** A folder that is filled by curl from one service. */
export class Mirror {
  requests = 0
  readonly folder: string
  readonly #origin: string

  constructor(within: string, port: number) {
    this.folder = mkdtempSync(join(within, 'mirror-'))
    this.#origin = `http://127.0.0.1:${port}`
  }

  /** The bytes of an answer; throws unless it is a 200. */
  async get(target: string): Promise<Buffer> {
    this.requests += 1
    const to = join(this.folder, target.replace(/\W/g, '_'))
    await run('curl', ['--fail', '--silent', '--show-error', '--output', to, this.#origin + target])
    return readFileSync(to)
  }

  async list(query = ''): Promise<ListedFile[]> {
    return (JSON.parse((await this.get(`/v2/bulk${query}`)).toString()) as { body: ListedFile[] }).body
  }

  /** The bytes of a file, unpacked. */
  async read(file: ListedFile): Promise<Buffer> {
    return unpacked(file, await this.get(file.url))
  }
}

export function unpacked({ encoding }: ListedFile, bytes: Buffer): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes
}

export const rowsIn = (ndjson: Buffer | string): Row[] =>
  ndjson
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

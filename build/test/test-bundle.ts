// For tests of import, store and render: writes bundles from objects, and imports them into a data folder.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRequest } from '../../data/api/request/request.ts'
import { respond } from '../../data/api/answer/respond.ts'
import { api } from '../../data/api/table.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { temporaryFolder } from '../../scripts/test/temporary-folder.ts'
import { BundleValidationError } from '../import/validation-errors.ts'
import type { ImportSummary } from '../import/import-bundle.ts'
import {
  importAndRender,
  renderOnly,
  type ImportAndRenderOptions,
  type RenderAndSwitchOptions,
} from '../import-and-render.ts'
import type { RenderResult } from '../render/render.ts'

export type Row = Record<string, unknown>

/** Rows by resource, and other files by name: an object becomes JSON, text and bytes stay as they are. */
export type Content = Readonly<Record<string, readonly Row[] | Row | string | Uint8Array>>

/** The content of `patch.json`; a text is a version on main. */
type Head = string | Row

/** Writes a bundle folder and returns its path. */
export function writeTestBundle(folder: string, head: Head, content: Content = {}): string {
  const patch = typeof head === 'string' ? { branch: 'main', version: head } : head
  for (const [name, value] of Object.entries({ 'patch.json': patch, ...content })) {
    const path = join(folder, Array.isArray(value) ? `${name}.ndjson` : name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytesOf(value))
  }
  return folder
}

function bytesOf(value: Content[string]): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  return Array.isArray(value) ? value.map((row) => `${JSON.stringify(row)}\n`).join('') : JSON.stringify(value)
}

/** A temporary data folder, whose imports are one minute apart; `close` removes it. */
export class DataFolder {
  readonly dataDir: string
  readonly catalogPath: string
  readonly #bundles = temporaryFolder('bundles-')
  #bundle = 0
  #minute = 0

  constructor(place: { disk?: boolean } = {}) {
    this.dataDir = temporaryFolder('data-folder-', place)
    this.catalogPath = join(this.dataDir, 'catalog.db')
  }

  readonly now = (): Date => new Date(Date.UTC(2026, 0, 1, 12, this.#minute++))

  close(): void {
    for (const folder of [this.dataDir, this.#bundles]) rmSync(folder, { recursive: true, force: true })
  }

  write(head: Head, content: Content = {}): string {
    return writeTestBundle(join(this.#bundles, String(++this.#bundle)), head, content)
  }

  /** A path next to the bundles, for archives. */
  beside(name: string): string {
    return join(this.#bundles, name)
  }

  async importAll(bundles: readonly string[], options: Partial<ImportAndRenderOptions> = {}) {
    const { dataDir, now } = this
    return importAndRender(bundles, { api, dataDir, patches: 'none', now, ...options })
  }

  /** Imports one bundle; nothing but `/v2/patches` is rendered unless the options say so. */
  async import(
    head: Head,
    content: Content = {},
    options: Partial<ImportAndRenderOptions> = {},
  ): Promise<ImportSummary & { rendered: RenderResult }> {
    const { summaries, rendered } = await this.importAll([this.write(head, content)], options)
    return { ...(summaries[0] as ImportSummary), rendered }
  }

  async render(options: Partial<RenderAndSwitchOptions> = {}): Promise<RenderResult> {
    return renderOnly({ api, dataDir: this.dataDir, patches: 'all', ...options })
  }

  /** The validation errors with which a bundle is rejected. */
  async errorsOf(head: Head, content: Content = {}): Promise<readonly string[]> {
    return errorsOf(this.import(head, content))
  }

  /** Opens the current catalog while `read` runs. */
  read<T>(read: (catalog: Catalog) => T): T {
    const catalog = new Catalog(this.catalogPath, api)
    try {
      return read(catalog)
    } finally {
      catalog.close()
    }
  }

  /** The parsed body of the catalog's answer. */
  get(target: string): Row {
    return this.read((catalog) => {
      const request = readRequest(api, parseTarget(target), catalog)
      return JSON.parse(respond(request, catalog).body) as Row
    })
  }

  /** The rows of a list's page. */
  list(target: string): Row[] {
    const { body, rows } = this.get(target)
    return (body ?? rows) as Row[]
  }

  /** The row of a single-row answer. */
  row(target: string): Row {
    const answer = this.get(target)
    return (answer.body ?? answer) as Row
  }

  /** Path and hash of every file below the data folder, or below a folder of it, as text. */
  tree(below = '.'): string {
    return treeOf(join(this.dataDir, below))
  }

  catalogHash(): string {
    return sha256(readFileSync(this.catalogPath))
  }
}

/** Path and hash of every file below a folder, as text; for a file, its hash. */
export function treeOf(folder: string): string {
  if (!statSync(folder).isDirectory()) return sha256(readFileSync(folder))
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'import.lock')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path.slice(folder.length)} ${sha256(readFileSync(path))}`)
    .join('\n')
}

/** The validation errors with which an import rejects. Throws if it succeeds or fails otherwise. */
export async function errorsOf(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work
  } catch (error) {
    if (error instanceof BundleValidationError) return error.errors
    throw error
  }
  throw new Error('The bundle was imported, although validation errors were expected')
}

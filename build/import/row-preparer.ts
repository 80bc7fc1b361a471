import type { ZodType } from 'zod'
import { assetUrl } from '../../data/api/asset-names.ts'
import type { Column } from '../../data/api/columns.ts'
import { canonicalId } from '../../data/api/raw-key.ts'
import type { Resource } from '../../data/api/resource.ts'
import { bundleRowSchema, wildcardSchema } from '../../data/api/schemas.ts'
import { rawKeyColumn, searchColumns } from '../../data/store/catalog-schema.ts'
import { sqlValue, type ColumnCounts, type StoredAsset } from '../../data/store/catalog-writer.ts'
import type { NewRow } from '../../data/store/row-sink.ts'
import type { FaultList } from './faults.ts'
import { addIssues } from './issues.ts'

type BundleRow = Record<string, unknown>

/** Derived at import or in the answer, so never in a bundle (DESIGN 4), whatever the resource. */
const derivedNames = new Set([
  'cursor',
  'patch_id',
  'patch_version',
  'icon_url',
  'imported_at',
  'is_current',
  'changelog_url',
  'probability',
])

export interface PreparerOptions {
  resource: Resource
  faults: FaultList
  assetOf: (path: string) => StoredAsset | undefined
}

/** Turns the lines of a resource's file into rows to store: checked, in schema order, without nulls. */
export class RowPreparer {
  /** Per column, unknown ones too. */
  readonly counts = Object.create(null) as ColumnCounts
  readonly unknownColumns = new Set<string>()
  readonly #options: PreparerOptions
  readonly #file: string
  readonly #schema: ReturnType<typeof bundleRowSchema>
  readonly #wildcard: ReturnType<typeof wildcardSchema>
  readonly #columns: readonly (readonly [string, Column])[]
  readonly #search: readonly string[]
  readonly #capturedAt: boolean
  /** Further columns that were found to be sound, with what their values must be: rows have the same ones again and again. */
  readonly #others = new Map<string, ZodType | undefined>()

  constructor(options: PreparerOptions) {
    const { resource } = options
    this.#options = options
    this.#file = `${resource.name}.ndjson`
    this.#schema = bundleRowSchema(resource)
    this.#wildcard = wildcardSchema(resource.columns)
    this.#columns = Object.entries(resource.columns).filter(([name, { derived }]) => !name.endsWith('*') && !derived)
    this.#search = searchColumns(resource)
    this.#capturedAt = Object.values(resource.columns).some(({ derived }) => derived === 'captured_at')
  }

  /** Nothing when the line has faults, which are told. */
  prepare(line: string, lineNumber: number): NewRow | undefined {
    const row = this.#parse(line, lineNumber)
    if (!row) return undefined
    const checked = this.#schema.safeParse(row)
    if (!checked.success) {
      addIssues(this.#options.faults, this.#file, lineNumber, row, checked.error.issues)
      return undefined
    }
    return this.#compose(row, lineNumber)
  }

  #parse(line: string, lineNumber: number): BundleRow | undefined {
    let parsed: unknown
    try {
      parsed = JSON.parse(line)
    } catch (error) {
      this.#options.faults.add(
        this.#file,
        lineNumber,
        '',
        'a JSON object',
        error instanceof Error ? error.message : line,
      )
      return undefined
    }
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as BundleRow
    this.#options.faults.add(this.#file, lineNumber, '', 'a JSON object', parsed)
    return undefined
  }

  #compose(row: BundleRow, lineNumber: number): NewRow | undefined {
    const before = this.#options.faults.count
    const shown: BundleRow = {}
    const detail: BundleRow = {}
    const search: BundleRow = { [rawKeyColumn]: rawKeyOf(row) }
    for (const [name, column] of this.#columns) {
      const value = row[name]
      if (value === undefined || value === null) continue
      this.#count(name, value)
      if (column.asset) this.#showAsset(name, column, String(value), lineNumber, { shown, detail, search })
      else {
        if (column.detail) detail[name] = value
        else shown[name] = value
        search[name] = value
      }
    }
    for (const name of this.#otherNames(row)) {
      const value = this.#passThrough(name, row[name], lineNumber)
      if (value !== undefined && value !== null) shown[name] = value
    }
    if (this.#options.faults.count > before) return undefined
    const { resource } = this.#options
    const key = resource.key.map((name) => String(row[name])).join(' ')
    return {
      key,
      text: JSON.stringify(shown),
      detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
      capturedAt: this.#capturedAt && typeof row.captured_at === 'string' ? row.captured_at : null,
      search: this.#search.map((name) => sqlValue(search[name])),
    }
  }

  /** Names that no column has, and those that a wildcard or a derived column has. */
  #otherNames(row: BundleRow): string[] {
    const { columns } = this.#options.resource
    return Object.keys(row)
      .filter((name) => !Object.hasOwn(columns, name) || (columns[name]?.derived && name !== 'captured_at'))
      .sort()
  }

  #passThrough(name: string, value: unknown, lineNumber: number): unknown {
    const { faults } = this.#options
    if (value === undefined || value === null || !this.#isSound(name, value, lineNumber)) return undefined
    this.#count(name, value)
    const schema = this.#others.get(name)
    if (schema && typeof value !== 'number') {
      const checked = schema.safeParse(value)
      if (!checked.success)
        addIssues(faults, this.#file, lineNumber, { [name]: value }, withPath(name, checked.error.issues))
    }
    return value
  }

  /** Whether a further column may have this name; a fault where it may not. */
  #isSound(name: string, value: unknown, lineNumber: number): boolean {
    if (this.#others.has(name)) return true
    const { faults, resource } = this.#options
    if (derivedNames.has(name) || (Object.hasOwn(resource.columns, name) && resource.columns[name]?.derived)) {
      faults.add(this.#file, lineNumber, name, 'no such field: it is derived at import', value)
      return false
    }
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      faults.add(this.#file, lineNumber, name, 'a column name of letters, digits and _', name)
      return false
    }
    const schema = this.#wildcard(name)
    if (!schema) this.unknownColumns.add(name)
    this.#others.set(name, schema)
    return true
  }

  #showAsset(
    name: string,
    { asset }: Column,
    path: string,
    lineNumber: number,
    { shown, detail, search }: Record<'shown' | 'detail' | 'search', BundleRow>,
  ): void {
    const stored = this.#options.assetOf(path)
    if (!asset || stored?.media_type !== asset.media) {
      this.#options.faults.add(this.#file, lineNumber, name, `the path of a ${asset?.media} in the bundle`, path)
      return
    }
    const url = assetUrl(stored.hash)
    search[name] = stored.hash
    if (asset.shown === 'hidden') detail[name] = stored.hash
    if (asset.shown === 'url') shown[`${name}_url`] = url
    if (asset.shown === 'object') shown[name] = { hash: stored.hash, url, media_type: stored.media_type }
  }

  #count(name: string, value: unknown): void {
    const counts = (this.counts[name] ??= [0, 0])
    counts[0] += 1
    if (value === 0) counts[1] += 1
  }
}

/** The upstream key, where the rule does not lead from it to the id. */
function rawKeyOf(row: BundleRow): string | null {
  const { source_key: key, id } = row
  return typeof key === 'string' && canonicalId(key) !== id ? key : null
}

const withPath = (name: string, issues: Parameters<typeof addIssues>[4]) =>
  issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))

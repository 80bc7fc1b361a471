import type { ZodType } from 'zod'
import { assetUrl } from '../../data/api/asset-names.ts'
import type { Column } from '../../data/api/columns.ts'
import { quickCheck, type Check } from '../../data/api/quick-check.ts'
import { canonicalId } from '../../data/api/raw-key.ts'
import type { Resource } from '../../data/api/resource.ts'
import { bundleRowCheck, bundleRowSchema, wildcardSchema } from '../../data/api/schemas.ts'
import type { SlugCounts } from '../../data/store/catalog-counts.ts'
import { rawKeyColumn, searchColumns } from '../../data/store/catalog-schema.ts'
import { sqlValue, type ColumnCounts, type StoredAsset } from '../../data/store/catalog-writer.ts'
import type { NewRow, SearchValue } from '../../data/store/row-sink.ts'
import type { FaultList } from './faults.ts'
import { addIssues } from './issues.ts'
import { jsonField, jsonObject, jsonPrefix } from './json-text.ts'

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

/** A declared column, with what is the same for all of its values. */
interface Field {
  readonly name: string
  readonly column: Column
  readonly prefix: string
  /** Its place among the search columns; -1 for none. */
  readonly searchAt: number
}

/** A further column that was found to be sound, with what its values must be: rows have the same ones again and again. */
interface Other {
  readonly prefix: string
  readonly schema: ZodType | undefined
  readonly fits: Check
}

/** A row in the making: the fields of both texts, and the search columns. */
interface Composed {
  shown: string
  detail: string
  readonly search: SearchValue[]
}

/** Turns the lines of a resource's file into rows to store: checked, in schema order, without nulls. */
export class RowPreparer {
  /** Per column, unknown ones too. */
  readonly counts = Object.create(null) as ColumnCounts
  readonly slugs = Object.create(null) as SlugCounts
  readonly unknownColumns = new Set<string>()
  readonly #options: PreparerOptions
  readonly #file: string
  readonly #fits: (row: BundleRow) => boolean
  readonly #schema: ReturnType<typeof bundleRowSchema>
  readonly #wildcard: ReturnType<typeof wildcardSchema>
  readonly #fields: readonly Field[]
  readonly #names: ReadonlySet<string>
  readonly #others = new Map<string, Other>()
  readonly #blankSearch: readonly null[]
  readonly #rawKeyAt: number
  readonly #capturedAt: boolean

  constructor(options: PreparerOptions) {
    const { resource } = options
    const search = searchColumns(resource)
    const declared = Object.entries(resource.columns).filter(([name]) => !name.endsWith('*'))
    this.#options = options
    this.#file = `${resource.name}.ndjson`
    this.#fits = bundleRowCheck(resource)
    this.#schema = bundleRowSchema(resource)
    this.#wildcard = wildcardSchema(resource.columns)
    this.#fields = declared
      .filter(([, { derived }]) => !derived)
      .map(([name, column]) => ({ name, column, prefix: jsonPrefix(name), searchAt: search.indexOf(name) }))
    this.#capturedAt = declared.some(([, { derived }]) => derived === 'captured_at')
    this.#names = new Set([...this.#fields.map(({ name }) => name), ...(this.#capturedAt ? ['captured_at'] : [])])
    this.#blankSearch = search.map(() => null)
    this.#rawKeyAt = search.indexOf(rawKeyColumn)
  }

  /** Nothing when the line has faults, which are told. */
  prepare(line: string, lineNumber: number): NewRow | undefined {
    const row = this.#parse(line, lineNumber)
    if (!row) return undefined
    const { error } = this.#fits(row) ? {} : this.#schema.safeParse(row)
    if (error) addIssues(this.#options.faults, this.#file, lineNumber, row, error.issues)
    return error ? undefined : this.#compose(row, lineNumber)
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
    const { faults, resource } = this.#options
    const before = faults.count
    const composed: Composed = { shown: '', detail: '', search: [...this.#blankSearch] }
    for (const field of this.#fields) {
      const value = row[field.name]
      if (value === undefined || value === null) continue
      this.#count(field.name, value)
      if (field.column.facet) this.#countSlugs(field.name, value)
      if (field.column.asset) this.#putAsset(composed, field, String(value), lineNumber)
      else put(composed, field, value)
    }
    for (const name of this.#otherNames(row)) composed.shown += this.#passThrough(name, row[name], lineNumber)
    if (faults.count > before) return undefined
    const { shown, detail, search } = composed
    search[this.#rawKeyAt] = rawKeyOf(row)
    return {
      key: resource.key.map((name) => String(row[name])).join(' '),
      text: jsonObject(shown),
      detail: detail === '' ? null : jsonObject(detail),
      capturedAt: this.#capturedAt && typeof row.captured_at === 'string' ? row.captured_at : null,
      search,
    }
  }

  #putAsset(composed: Composed, { name, column: { asset }, searchAt }: Field, path: string, lineNumber: number): void {
    const stored = this.#options.assetOf(path)
    if (!asset || stored?.media_type !== asset.media) {
      this.#options.faults.add(this.#file, lineNumber, name, `the path of a ${asset?.media} in the bundle`, path)
      return
    }
    const { hash, media_type } = stored
    const url = assetUrl(hash)
    if (searchAt >= 0) composed.search[searchAt] = hash
    if (asset.shown === 'hidden') composed.detail += jsonField(jsonPrefix(name), hash)
    if (asset.shown === 'url') composed.shown += jsonField(jsonPrefix(`${name}_url`), url)
    if (asset.shown === 'object') composed.shown += jsonField(jsonPrefix(name), { hash, url, media_type })
  }

  /** Names with a value that no column has, and those that a wildcard or a derived column has. */
  #otherNames(row: BundleRow): string[] {
    const names: string[] = []
    for (const name in row)
      if (!this.#names.has(name) && row[name] !== undefined && row[name] !== null) names.push(name)
    return names.sort()
  }

  /** The field of a further column; none, and a fault, where there may be no such column. */
  #passThrough(name: string, value: unknown, lineNumber: number): string {
    const other = this.#others.get(name) ?? this.#newOther(name, value, lineNumber)
    if (!other) return ''
    this.#count(name, value)
    if (!other.fits(value)) {
      const issues = other.schema?.safeParse(value).error?.issues ?? []
      addIssues(this.#options.faults, this.#file, lineNumber, { [name]: value }, withPath(name, issues))
    }
    return jsonField(other.prefix, value)
  }

  #newOther(name: string, value: unknown, lineNumber: number): Other | undefined {
    const { faults, resource } = this.#options
    if (derivedNames.has(name) || (Object.hasOwn(resource.columns, name) && resource.columns[name]?.derived)) {
      faults.add(this.#file, lineNumber, name, 'no such field: it is derived at import', value)
      return undefined
    }
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      faults.add(this.#file, lineNumber, name, 'a column name of letters, digits and _', name)
      return undefined
    }
    const schema = this.#wildcard(name)
    if (!schema) this.unknownColumns.add(name)
    const other = { prefix: jsonPrefix(name), schema, fits: schema ? quickCheck(schema) : () => true }
    this.#others.set(name, other)
    return other
  }

  #count(name: string, value: unknown): void {
    const counts = (this.counts[name] ??= [0, 0])
    counts[0] += 1
    if (value === 0) counts[1] += 1
  }

  #countSlugs(name: string, value: unknown): void {
    const counts = (this.slugs[name] ??= Object.create(null) as Record<string, number>)
    for (const slug of Array.isArray(value) ? value : [value]) counts[String(slug)] = (counts[String(slug)] ?? 0) + 1
  }
}

function put(composed: Composed, { column, prefix, searchAt }: Field, value: unknown): void {
  if (column.detail) composed.detail += jsonField(prefix, value)
  else composed.shown += jsonField(prefix, value)
  if (searchAt >= 0) composed.search[searchAt] = sqlValue(value)
}

/** The upstream key, where the rule does not lead from it to the id. */
function rawKeyOf(row: BundleRow): string | null {
  const { source_key: key, id } = row
  return typeof key === 'string' && canonicalId(key) !== id ? key : null
}

const withPath = (name: string, issues: Parameters<typeof addIssues>[4]) =>
  issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))

import type { ZodType } from 'zod'
import { assetUrl } from '../../data/api/model/values/asset-names.ts'
import type { Column } from '../../data/api/model/columns.ts'
import { canonicalId } from '../../data/api/model/values/raw-key.ts'
import { visitReferences } from '../../data/api/model/related-rows.ts'
import type { Resource } from '../../data/api/model/resource.ts'
import { bundleRowSchema, wildcardSchema } from '../../data/api/model/schemas.ts'
import type { SlugCounts } from '../../data/store/catalog/catalog-counts.ts'
import { rawKeyColumn, searchColumns } from '../../data/store/catalog/catalog-schema.ts'
import { sqlValue, type ColumnCounts, type StoredAsset } from '../../data/store/catalog/catalog-writer.ts'
import type { NewRow, SearchValue } from '../../data/store/catalog/row-sink.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { addIssues } from './issues.ts'
import { jsonField, jsonObject, jsonPrefix } from './json-text.ts'
import { bundleRowCheck, valueCheck, type Check } from './value-check.ts'

type BundleRow = Record<string, unknown>

/** Derived at import or in the answer, so never in a bundle, whatever the resource. */
const derivedNames = new Set([
  'cursor',
  'patch_id',
  'patch_version',
  'icon_url',
  'portrait_url',
  'model_url',
  'imported_at',
  'is_current',
  'changelog_url',
  'probability',
])

export interface PreparerOptions {
  resource: Resource
  errors: ValidationErrors
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

/** A further column that was found to be valid, with what its values must be: rows have the same ones again and again. */
interface Other {
  readonly prefix: string
  readonly schema: ZodType | undefined
  readonly fits: Check
}

/** A row in the making: the fields of both texts, and the search columns. */
interface Composed {
  displayed: string
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

  /** Nothing when the line has validation errors, which are reported. */
  prepare(line: string, lineNumber: number): NewRow | undefined {
    const row = this.#parse(line, lineNumber)
    if (!row) return undefined
    const { error } = this.#fits(row) ? {} : this.#schema.safeParse(row)
    if (error) addIssues(this.#options.errors, this.#file, lineNumber, row, error.issues)
    return error ? undefined : this.#compose(row, lineNumber)
  }

  #parse(line: string, lineNumber: number): BundleRow | undefined {
    let parsed: unknown
    try {
      parsed = JSON.parse(line)
    } catch (error) {
      this.#options.errors.add(
        this.#file,
        lineNumber,
        '',
        'a JSON object',
        error instanceof Error ? error.message : line,
      )
      return undefined
    }
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as BundleRow
    this.#options.errors.add(this.#file, lineNumber, '', 'a JSON object', parsed)
    return undefined
  }

  #compose(row: BundleRow, lineNumber: number): NewRow | undefined {
    const { errors, resource } = this.#options
    const before = errors.count
    const composed: Composed = { displayed: '', detail: '', search: [...this.#blankSearch] }
    for (const field of this.#fields) {
      const value = row[field.name]
      if (value === undefined || value === null) continue
      this.#count(field.name, value)
      if (field.column.facet) this.#countSlugs(field.name, value)
      if (field.column.asset) this.#putAsset(composed, field, String(value), lineNumber)
      else put(composed, field, value)
    }
    for (const name of this.#otherNames(row)) composed.displayed += this.#passThrough(name, row[name], lineNumber)
    if (errors.count > before) return undefined
    const { displayed, detail, search } = composed
    search[this.#rawKeyAt] = rawKeyOf(row)
    return {
      key: resource.key.map((name) => String(row[name])).join(' '),
      text: jsonObject(displayed),
      detail: detail === '' ? null : jsonObject(detail),
      capturedAt: this.#capturedAt && typeof row.captured_at === 'string' ? row.captured_at : null,
      search,
      references: () => referencesIn(row),
    }
  }

  #putAsset(composed: Composed, { name, column: { asset }, searchAt }: Field, path: string, lineNumber: number): void {
    const stored = this.#options.assetOf(path)
    if (!asset || stored?.media_type !== asset.media) {
      this.#options.errors.add(this.#file, lineNumber, name, `the path of a ${asset?.media} in the bundle`, path)
      return
    }
    const { hash, media_type } = stored
    const url = assetUrl(hash)
    if (searchAt >= 0) composed.search[searchAt] = hash
    if (asset.displayed === 'bytes') composed.detail += jsonField(jsonPrefix(name), hash)
    if (asset.displayed === 'url') composed.displayed += jsonField(jsonPrefix(`${name}_url`), url)
    if (asset.displayed === 'object') composed.displayed += jsonField(jsonPrefix(name), { hash, url, media_type })
  }

  /** Names with a value that no column has, and those that a wildcard or a derived column has. */
  #otherNames(row: BundleRow): string[] {
    const names: string[] = []
    for (const name in row)
      if (!this.#names.has(name) && row[name] !== undefined && row[name] !== null) names.push(name)
    return names.sort()
  }

  /** The field of a further column; none, and a validation error, where there may be no such column. */
  #passThrough(name: string, value: unknown, lineNumber: number): string {
    const other = this.#others.get(name) ?? this.#newOther(name, value, lineNumber)
    if (!other) return ''
    this.#count(name, value)
    if (!other.fits(value)) {
      const issues = other.schema?.safeParse(value).error?.issues ?? []
      addIssues(this.#options.errors, this.#file, lineNumber, { [name]: value }, withPath(name, issues))
    }
    return jsonField(other.prefix, value)
  }

  #newOther(name: string, value: unknown, lineNumber: number): Other | undefined {
    const { errors, resource } = this.#options
    if (derivedNames.has(name) || (Object.hasOwn(resource.columns, name) && resource.columns[name]?.derived)) {
      errors.add(this.#file, lineNumber, name, 'no such field: it is derived at import', value)
      return undefined
    }
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      errors.add(this.#file, lineNumber, name, 'a column name of letters, digits and _', name)
      return undefined
    }
    const schema = this.#wildcard(name)
    if (!schema) this.unknownColumns.add(name)
    const other = { prefix: jsonPrefix(name), schema, fits: schema ? valueCheck(schema) : () => true }
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
  else composed.displayed += jsonField(prefix, value)
  if (searchAt >= 0) composed.search[searchAt] = sqlValue(value)
}

function referencesIn(row: BundleRow): Set<string> {
  const ids = new Set<string>()
  visitReferences(row, (id) => ids.add(id))
  return ids
}

/** The upstream key, where the rule does not lead from it to the id. */
function rawKeyOf(row: BundleRow): string | null {
  const { source_key: key, id } = row
  return typeof key === 'string' && canonicalId(key) !== id ? key : null
}

const withPath = (name: string, issues: Parameters<typeof addIssues>[4]) =>
  issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))

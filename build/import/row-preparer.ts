import { assetUrl } from '../../data/api/model/values/asset-names.ts'
import { isNestedTooDeep, maxNestingDepth } from '../../data/api/model/values/nesting.ts'
import { canonicalId } from '../../data/api/model/values/raw-key.ts'
import { visitReferences } from '../../data/api/model/related-rows.ts'
import { isNamed, type Resource } from '../../data/api/model/resource.ts'
import { bundleRowSchema, wildcardSchema } from '../../data/api/model/schemas.ts'
import { searchedRow, type SearchedRow } from '../../data/api/search/documents.ts'
import type { SlugCounts } from '../../data/store/catalog/catalog-counts.ts'
import { rawKeyColumn, searchColumns } from '../../data/store/catalog/catalog-schema.ts'
import { sqlValue, type ColumnCounts } from '../../data/store/catalog/catalog-writer.ts'
import type { StoredAsset } from '../../data/store/catalog/patch-assets.ts'
import type { NewRow, SearchValue } from '../../data/store/catalog/rows/row-sink.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { addIssues } from './add-issues.ts'
import { lostNumbers } from '../../data/api/model/values/lost-numbers.ts'
import { jsonField, jsonObject, jsonPrefix } from './json-text.ts'
import { declaredField, undeclaredField, compareFields, type Field } from './row-fields.ts'
import { bundleRowCheck } from './value-check.ts'

type BundleRow = Record<string, unknown>

interface PreparerOptions {
  resource: Resource
  errors: ValidationErrors
  assetOf: (path: string) => StoredAsset | undefined
}

/** A row to store, and its searchable values, if it has a name. */
interface PreparedRow extends NewRow {
  readonly searched: SearchedRow | undefined
}

/** A row that is being composed: the fields of both JSON texts, and the values of the search columns. */
interface Composed {
  displayed: string
  detail: string
  readonly search: SearchValue[]
}

/** Converts the lines of a resource's file to rows to store: checked, in the order of the schema, without nulls. */
export class RowPreparer {
  /** Counts of each column, including undeclared ones. */
  readonly counts = Object.create(null) as ColumnCounts
  readonly slugs = Object.create(null) as SlugCounts
  readonly unknownColumns = new Set<string>()
  readonly #options: PreparerOptions
  readonly #file: string
  readonly #isValidRow: (row: BundleRow) => boolean
  readonly #schema: ReturnType<typeof bundleRowSchema>
  readonly #wildcard: ReturnType<typeof wildcardSchema>
  /** Fields by name: the declared columns, and undeclared ones that have occurred. */
  readonly #fields: Map<string, Field>
  readonly #declared: number
  readonly #blankSearch: readonly null[]
  readonly #rawKeyAt: number
  readonly #hasCapturedAt: boolean
  readonly #isNamed: boolean

  constructor(options: PreparerOptions) {
    const { resource } = options
    const search = searchColumns(resource)
    const declared = Object.entries(resource.columns).filter(([name]) => !name.endsWith('*'))
    this.#options = options
    this.#file = `${resource.name}.ndjson`
    this.#isValidRow = bundleRowCheck(resource)
    this.#schema = bundleRowSchema(resource)
    this.#wildcard = wildcardSchema(resource.columns)
    this.#declared = declared.length
    this.#fields = new Map(
      declared.map(([name, column], place) => [name, declaredField(name, column, place, search.indexOf(name))]),
    )
    this.#hasCapturedAt = declared.some(([, { derived }]) => derived === 'captured_at')
    this.#isNamed = isNamed(resource)
    this.#blankSearch = search.map(() => null)
    this.#rawKeyAt = search.indexOf(rawKeyColumn)
  }

  /** Returns the row of a line; undefined if it has validation errors, which are added to `errors`. */
  prepare(line: string, lineNumber: number): PreparedRow | undefined {
    const row = this.#parse(line, lineNumber)
    if (!row) return undefined
    const { error } = this.#isValidRow(row) ? {} : this.#schema.safeParse(row)
    if (error) addIssues(this.#options.errors, this.#file, lineNumber, row, error.issues)
    return error ? undefined : this.#compose(row, lineNumber)
  }

  #parse(line: string, lineNumber: number): BundleRow | undefined {
    let parsed: unknown
    try {
      parsed = JSON.parse(line)
    } catch (error) {
      this.#reject(lineNumber, '', 'a JSON object', error instanceof Error ? error.message : line)
      return undefined
    }
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    if (isObject && !isNestedTooDeep(line, parsed))
      return this.#hasLostNumber(line, lineNumber) ? undefined : (parsed as BundleRow)
    const wanted = isObject ? `values nested at most ${maxNestingDepth} deep` : 'a JSON object'
    this.#reject(lineNumber, '', wanted, isObject ? 'deeper ones' : parsed)
    return undefined
  }

  #hasLostNumber(line: string, lineNumber: number): boolean {
    const lost = lostNumbers(line)
    for (const { path, source } of lost)
      this.#reject(lineNumber, path, 'a number that keeps its digits as a double, or text', source)
    return lost.length > 0
  }

  #reject(lineNumber: number, field: string, expected: string, got: unknown): void {
    this.#options.errors.add(this.#file, lineNumber, field, expected, got)
  }

  #compose(row: BundleRow, lineNumber: number): PreparedRow | undefined {
    const { errors } = this.#options
    const before = errors.count
    const { fields, isPlain } = this.#fieldsOf(row)
    const composed: Composed = { displayed: '', detail: '', search: [...this.#blankSearch] }
    for (const field of fields) {
      const value = row[field.name]
      if (!this.#isValid(field, value, lineNumber)) continue
      this.#count(field, value)
      if (field.searchAt >= 0) composed.search[field.searchAt] = sqlValue(value)
      if (field.column?.asset) this.#putAsset(composed, field, String(value), lineNumber)
      else if (!isPlain) put(composed, field, value)
    }
    if (errors.count > before) return undefined
    const { displayed, detail, search } = composed
    search[this.#rawKeyAt] = rawKeyOf(row)
    return {
      text: isPlain ? JSON.stringify(row) : jsonObject(displayed),
      detail: detail === '' ? null : jsonObject(detail),
      capturedAt: this.#hasCapturedAt && typeof row.captured_at === 'string' ? row.captured_at : null,
      search,
      references: () => referencesIn(row),
      searched: this.#isNamed ? searchedRow(this.#options.resource, String(row.id), row) : undefined,
    }
  }

  /**
   * The fields with a value, in the order of the schema. A plain row is stored as the bundle has it: `JSON.stringify` of the
   * whole row takes a third of the time of serializing it field by field.
   */
  #fieldsOf(row: BundleRow): { fields: readonly Field[]; isPlain: boolean } {
    const fields: Field[] = []
    let isSorted = true
    let isPlain = true
    let last: Field | undefined
    for (const name in row) {
      const value = row[name]
      const field = this.#fields.get(name) ?? (value === null ? undefined : this.#addUndeclaredField(name))
      isPlain &&= value !== null && field?.isPlain === true
      if (!field || value === null) continue
      if (last && compareFields(last, field) > 0) isSorted = false
      last = field
      fields.push(field)
    }
    return { fields: isSorted ? fields : fields.sort(compareFields), isPlain: isPlain && isSorted }
  }

  #putAsset(composed: Composed, { name, column, searchAt }: Field, path: string, lineNumber: number): void {
    const asset = column?.asset
    const stored = this.#options.assetOf(path)
    if (!asset || stored?.media_type !== asset.media) {
      this.#reject(lineNumber, name, `the path of an asset of type ${asset?.media} in the bundle`, path)
      return
    }
    const { hash, media_type } = stored
    const url = assetUrl(hash)
    if (searchAt >= 0) composed.search[searchAt] = hash
    if (asset.displayed === 'bytes') composed.detail += jsonField(jsonPrefix(name), hash)
    if (asset.displayed === 'url') composed.displayed += jsonField(jsonPrefix(`${name}_url`), url)
    if (asset.displayed === 'object') composed.displayed += jsonField(jsonPrefix(name), { hash, url, media_type })
  }

  #addUndeclaredField(name: string): Field {
    const nth = this.#fields.size - this.#declared + 1
    const field = undeclaredField(this.#options.resource, {
      ...{ name, schema: this.#wildcard(name), place: this.#declared, nth },
    })
    if (!field.schema && !field.rejection) this.unknownColumns.add(name)
    this.#fields.set(name, field)
    return field
  }

  /** Whether to store a value. Adds validation errors for undeclared columns; declared ones were checked with the row. */
  #isValid({ name, schema, check, rejection }: Field, value: unknown, lineNumber: number): boolean {
    if (rejection) this.#reject(lineNumber, name, rejection.expected, rejection.got ?? value)
    else if (check && !check(value)) {
      const { issues = [] } = schema?.safeParse(value).error ?? {}
      const within = issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))
      addIssues(this.#options.errors, this.#file, lineNumber, { [name]: value }, within)
    }
    return !rejection
  }

  #count({ name, column, counts }: Field, value: unknown): void {
    if (column?.derived) return
    if (counts[0] === 0) this.counts[name] = counts
    counts[0] += 1
    if (value === 0) counts[1] += 1
    if (column?.facet) this.#countSlugs(name, value)
  }

  #countSlugs(name: string, value: unknown): void {
    const counts = (this.slugs[name] ??= Object.create(null) as Record<string, number>)
    for (const slug of Array.isArray(value) ? value : [value]) counts[String(slug)] = (counts[String(slug)] ?? 0) + 1
  }
}

function put(composed: Composed, { column, prefix }: Field, value: unknown): void {
  if (column?.derived) return
  if (column?.detail) composed.detail += jsonField(prefix, value)
  else composed.displayed += jsonField(prefix, value)
}

function referencesIn(row: BundleRow): Set<string> {
  const ids = new Set<string>()
  visitReferences(row, (id) => ids.add(id))
  return ids
}

/** The upstream key of a row; null if there is none or its id follows from the key by rule. */
function rawKeyOf(row: BundleRow): string | null {
  const { source_key: key, id } = row
  return typeof key === 'string' && canonicalId(key) !== id ? key : null
}

import { mediaTypeOf } from '../../data/api/answer/respond.ts'
import type { Api } from '../../data/api/model/api.ts'
import type { Endpoint } from '../../data/api/model/endpoint.ts'
import type { Resource } from '../../data/api/model/resource.ts'
import { headersOf } from '../../data/api/openapi/headers.ts'
import { camelCase, type Json } from '../../data/api/openapi/json.ts'
import type { Steps } from '../../data/api/model/values/steps.ts'
import { namedSchemas } from '../../data/api/openapi/named-schemas.ts'
import { parametersOf } from '../../data/api/openapi/parameters.ts'
import { emptySource } from '../../data/api/openapi/source.ts'
import type { Operation } from './runtime/operation.ts'
import { propertiesOf, refName } from './schema-types.ts'

/** An operation with its declaration. */
export interface DescribedOperation extends Operation {
  readonly endpoint: Endpoint
  /** Parameters of path and query, as in the OpenAPI document. */
  readonly parameters: readonly Json[]
  /** Name of the schema of its answer; undefined if the answer is not read. */
  readonly answer: string | undefined
  /** Schemas of the rows of a list. */
  readonly rows: readonly Json[]
}

export interface DescribedApi {
  readonly operations: readonly DescribedOperation[]
  readonly schemas: Readonly<Record<string, Json>>
}

/** Has families of columns in place of the columns that only a catalog knows, so no data is needed. */
const tableSource = {
  ...emptySource,
  undeclaredColumns: ({ columns }: Resource) => Object.keys(columns).filter((name) => name.endsWith('*')),
  attribute: () => ({ label: 'value', isPercent: false }),
}

/**
 * Describes every operation of an API and the schemas of their answers, from the table alone, in steps. Throws if two
 * operations have the same name.
 */
export function* describeApi(api: Api): Steps<DescribedApi> {
  const { schemas, answers } = yield* namedSchemas(api, tableSource)
  const operations: DescribedOperation[] = []
  for (const endpoint of api.endpoints) {
    operations.push(describedOperation(endpoint, schemas, answers.get(endpoint.id)))
    yield
  }
  assertDistinct(operations)
  return { operations, schemas }
}

function describedOperation(
  endpoint: Endpoint,
  schemas: DescribedApi['schemas'],
  named: string | undefined,
): DescribedOperation {
  const answer = endpoint.kind === 'asset' ? undefined : named
  const name = operationName(endpoint)
  const parameters = parametersOf(endpoint, tableSource).filter((one) => one.in === 'path' || one.in === 'query')
  const hasLocale = 'locale' in endpoint.params
  const envelopes = envelopesOf(schemas, answer)
  const result = resultOf(endpoint, name, envelopes)
  const lists = result === 'list' ? envelopes.flatMap((one) => rowsOf(one) ?? []) : []
  const rowsIn = lists.map(({ field }) => field)
  const rows = lists.map(({ items }) => items)
  return { name, path: endpoint.path, result, rowsIn, hasLocale, endpoint, parameters, answer, rows }
}

/** `items.single` is `items.get`, `loot_tables.list` is `lootTables.list`, `meta` is `meta`. */
function operationName({ id }: Endpoint): readonly string[] {
  const [group = '', ...rest] = id.split('.')
  const method = rest.join('-')
  if (method === '') return [camelCase(group)]
  return [camelCase(group), method === 'single' ? 'get' : camelCase(method)]
}

function resultOf(endpoint: Endpoint, [, method]: readonly string[], envelopes: readonly Json[]): Operation['result'] {
  const mediaType = endpoint.kind === 'asset' ? undefined : mediaTypeOf(endpoint)
  if (mediaType === 'text/plain') return 'text'
  if (mediaType !== 'application/json') return 'response'
  const isPaged = headersOf(endpoint).includes('Link')
  if ((isPaged || method === 'list') && envelopes.every(rowsOf)) return 'list'
  return envelopes.every((one) => Object.keys(propertiesOf(one)).join() === 'body') ? 'body' : 'json'
}

/** Returns the schema of an answer, or the alternatives of the schema if it has several. */
function envelopesOf(schemas: Readonly<Record<string, Json>>, answer = ''): readonly Json[] {
  const schema = schemas[answer] ?? {}
  if (!Array.isArray(schema.oneOf)) return [schema]
  return (schema.oneOf as readonly Json[]).map(({ $ref }) => schemas[refName(String($ref))] ?? {})
}

/**
 * Returns the field of a list's envelope that contains the rows (the first array of objects), and the schema of a row.
 */
function rowsOf(envelope: Json): { readonly field: string; readonly items: Json } | undefined {
  const fields = Object.entries(propertiesOf(envelope))
  const lists = fields.map(([field, { type, items = {} }]) => ({ field, type, items: items as Json }))
  return lists.find(({ type, items }) => type === 'array' && isObject(items))
}

function isObject({ $ref, type, anyOf, oneOf }: Json): boolean {
  const options = (anyOf ?? oneOf ?? []) as readonly Json[]
  return $ref !== undefined || type === 'object' || options.some(isObject)
}

function assertDistinct(operations: readonly DescribedOperation[]): void {
  const groups = new Set(operations.flatMap(({ name: [first], name }) => (name.length > 1 ? [first] : [])))
  const names = new Set<string>()
  for (const { name, endpoint } of operations) {
    const full = name.join('.')
    if (names.has(full) || groups.has(full))
      throw new Error(`${endpoint.id}: another operation of the client has the name ${full}`)
    names.add(full)
  }
}

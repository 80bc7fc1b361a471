import { readFileSync } from 'node:fs'
import { locales } from '../../data/api/model/values/locales.ts'
import type { Steps } from '../../data/api/model/values/steps.ts'
import { pascalCase, type Json } from '../../data/api/openapi/json.ts'
import type { DescribedApi, DescribedOperation } from './operations.ts'
import { commentOf, fieldsOf, keyOf, parameterType, propertiesOf, typeOf } from './schema-types.ts'

const fixedPart = new URL('runtime/options.ts', import.meta.url)

/** Generates the text of the package's `index.d.ts`, in steps. */
export function* typeDeclarations({ operations, schemas }: DescribedApi): Steps<string> {
  const { Problem: problem = {}, ...others } = schemas
  const declared: string[] = []
  for (const [name, schema] of Object.entries(others)) {
    declared.push(schemaDeclaration(name, schema))
    yield
  }
  for (const operation of operations) {
    declared.push(parametersDeclaration(operation))
    yield
  }
  return [
    readFileSync(fixedPart, 'utf8').trimEnd(),
    '/** Languages of texts. */',
    `export type Locale = ${locales.map((code) => JSON.stringify(code)).join(' | ')}`,
    problemClass(problem),
    ...declared,
    clientInterface(operations),
    '/** Creates a client of the service at `baseUrl`. It sends no request before one of its methods is called. */',
    'export declare function createClient(options: ClientOptions<Locale>): Client',
    '',
  ].join('\n\n')
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
}

/** Declares the class of problems. Its `code` accepts other texts, so that a new code breaks no program. */
function problemClass(schema: Json): string {
  const { code = {}, ...fields } = propertiesOf(schema)
  const open = { ...code, enum: undefined, type: undefined, anyOf: [{ enum: code.enum }, { type: 'string' }] }
  const lines = fieldsOf({ ...schema, properties: { ...fields, code: open } })
  const comment =
    '/** An error response (RFC 9457), which methods throw. `code` is `unknown` if the response is not from the API. */'
  return [
    block('export interface ProblemFields', lines),
    `${comment}\n${block('export declare class Problem extends Error', [
      'constructor(fields: ProblemFields)',
      ...lines.map((line) => (line.startsWith('/**') ? line : `readonly ${line}`)),
    ])}`,
  ].join('\n\n')
}

function schemaDeclaration(name: string, schema: Json): string {
  const isInterface = schema.type === 'object' && Object.keys(propertiesOf(schema)).length > 0
  const declared = isInterface
    ? block(`export interface ${name}`, fieldsOf(schema))
    : `export type ${name} = ${typeOf(schema)}`
  return [...commentOf(schema.description), declared].join('\n')
}

const parametersName = ({ endpoint }: DescribedOperation): string => `${pascalCase(endpoint.id)}Params`

function parametersDeclaration(operation: DescribedOperation): string {
  const { filters } = operation.endpoint
  const isMultiple = (name: unknown) => filters.some(({ param, operator }) => param === name && operator === 'oneOf')
  const lines = operation.parameters
    .filter((one) => one.in === 'query')
    .flatMap(({ name, description, required, schema }) => {
      const [optional, none] = required === true ? ['', ''] : ['?', ' | undefined']
      return [
        ...commentOf(description),
        `readonly ${keyOf(String(name))}${optional}: ${parameterType(schema as Json, isMultiple(name))}${none}`,
      ]
    })
  const comment = `/** Parameters of \`GET ${operation.path}\`. */`
  if (lines.length === 0) return `${comment}\nexport type ${parametersName(operation)} = Record<string, never>`
  return `${comment}\n${block(`export interface ${parametersName(operation)}`, lines)}`
}

/** Declares a method for each operation, grouped by the first of its names, in the order of the table. */
function clientInterface(operations: readonly DescribedOperation[]): string {
  const lines = new Map<string, string[]>()
  for (const operation of operations) {
    const [first = '', second] = operation.name
    const method = methodLines(operation, second ?? first)
    lines.set(first, [...(lines.get(first) ?? []), ...method])
  }
  const isGroup = (first: string) => operations.some(({ name }) => name.length > 1 && name[0] === first)
  const members = [...lines].flatMap(([first, methods]) =>
    isGroup(first) ? [block(`readonly ${keyOf(first)}:`, methods)] : methods,
  )
  return `/** Every operation of the API. */\n${block('export interface Client', members)}`
}

function methodLines(operation: DescribedOperation, name: string): string[] {
  const { endpoint, path, parameters } = operation
  const values = parameters.filter((one) => one.in === 'path').map((one) => `${camelArgument(one)}: string | number`)
  const isRequired = parameters.some((one) => one.in === 'query' && one.required === true)
  const params = `params${isRequired ? '' : '?'}: ${parametersName(operation)}`
  const args = [...values, params, 'options?: RequestOptions'].join(', ')
  return [...commentOf(`${endpoint.summary} \`GET ${path}\``), `${keyOf(name)}(${args}): ${resultType(operation)}`]
}

/** Converts `item_id`, as in a path, to `itemId`. */
function camelArgument({ name }: Json): string {
  return String(name).replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

function resultType({ result, answer = '', rows }: DescribedOperation): string {
  if (result === 'response') return 'Promise<Response>'
  if (result === 'text') return 'Promise<string>'
  if (result === 'body') return `Promise<${answer}['body']>`
  if (result === 'json') return `Promise<${answer}>`
  return `List<${[...new Set(rows.map(typeOf))].join(' | ')}, ${answer}>`
}

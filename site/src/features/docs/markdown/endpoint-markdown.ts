import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { problems } from '../../../../../data/api/model/values/errors.ts'
import { pathDescription } from '../../../../../data/api/openapi/parameters.ts'
import { headersOf } from '../../../../../data/api/openapi/headers.ts'
import { problemsOf } from '../../../../../data/api/openapi/responses.ts'
import { snippets, type SnippetOptions } from '../../../format/snippets.ts'
import {
  bodyDescription,
  lenientHandling,
  limitsOf,
  paramDescription,
  pathNames,
  revalidationNotes,
  snippetOptions,
} from '../reference/endpoint-descriptions.ts'
import { exampleNote, exampleOf, type Example } from '../reference/example.ts'
import { responseFields, loadOpenApiDocument, type Field } from '../reference/fields.ts'
import { endpointHref, cachingNotes, paramGroups, paramType, relatedTo } from '../reference/reference.ts'

/** Returns the reference of an endpoint as Markdown. */
export async function endpointMarkdown(endpoint: Endpoint, locals: App.Locals): Promise<string> {
  const { api, fetchApi, origin, settings } = locals
  const fields = responseFields(await loadOpenApiDocument(locals), endpoint.path)
  const related = relatedTo(endpoint, api).map((other) => `[${other.path}](${endpointHref(other)}): ${other.summary}`)
  const sections = [
    `# GET ${endpoint.path}\n\n${endpoint.summary}`,
    `## Parameters\n\n${parameters(endpoint)}\n\n${lenientHandling}`,
    `## Response\n\n${fields.length > 0 ? fieldLines(fields).join('\n') : bodyDescription(endpoint)}`,
    `Headers: ${headersOf(endpoint)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    `## Caching and freshness\n\n${bullets([...cachingNotes(endpoint), ...revalidationNotes(endpoint)])}`,
    `## Limits\n\n${bullets(limitsOf(endpoint, settings))}`,
    `## Errors\n\n${bullets(problemsOf(endpoint).map((code) => `${problems[code].status} [\`${code}\`](/errors#${code}): ${problems[code].title}`))}`,
    ...(related.length > 0 ? [`## Related\n\n${bullets(related)}`] : []),
    exampleLines(await exampleOf(endpoint, fetchApi), origin, snippetOptions(endpoint)),
  ]
  return sections.join('\n\n')
}

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

function parameters(endpoint: Endpoint): string {
  const inPath = pathNames(endpoint).map((name) => `- \`${name}\` (text, required): ${pathDescription(endpoint, name)}`)
  const parts = paramGroups(endpoint).map(([part, params]) => {
    const lines = params.map(([name, param]) => {
      const reported = [
        paramType(param),
        ...(param.required ? ['required'] : []),
        ...(param.default === undefined ? [] : [`default \`${String(param.default)}\``]),
      ]
      return `- \`${name.replace('*', '<name>')}\` (${reported.join(', ')}): ${paramDescription(endpoint, name)}`
    })
    return `### ${part}\n\n${lines.join('\n')}`
  })
  const whole = [...(inPath.length > 0 ? [`### Path parameters\n\n${inPath.join('\n')}`] : []), ...parts]
  return whole.length > 0
    ? whole.join('\n\n')
    : 'This endpoint takes no query parameters; any query parameter results in a 400.'
}

function fieldLines(fields: readonly Field[], indent = ''): string[] {
  return fields.flatMap(({ name, type, isNullable, isOptional, description, fields: inside }) => {
    const mark = isNullable ? ', or null' : isOptional ? ', optional' : ''
    const line = `${indent}- \`${name}\` (${type}${mark})${description === '' ? '' : `: ${description}`}`
    return [line, ...fieldLines(inside, `${indent}  `)]
  })
}

function exampleLines(example: Example | undefined, origin: string, options: SnippetOptions): string {
  if (!example) return '## Example\n\nNo example is available: this endpoint needs data that has not been observed yet.'
  const { target, status, headers, body } = example
  const head = [`HTTP ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
  const parts = [
    `\`\`\`bash\n${snippets.curl(`${origin}${target}`, options)}\n\`\`\``,
    `\`\`\`http\n${head}\n\`\`\``,
    ...(body === undefined ? [] : [`\`\`\`\n${body}\n\`\`\``]),
    exampleNote,
  ]
  return `## Example\n\n${parts.join('\n\n')}`
}

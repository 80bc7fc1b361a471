import type { Endpoint } from '../../../../../data/api/endpoint.ts'
import { problems } from '../../../../../data/api/errors.ts'
import { wordsOfPath } from '../../../../../data/api/openapi/parameters.ts'
import { headersOf, problemsOf } from '../../../../../data/api/openapi/responses.ts'
import { snippets } from '../../snippets.ts'
import { lenience, limitsOf, paramWords, pathNames, revalidation } from '../endpoint-words.ts'
import { exampleNote, exampleOf, type Example } from '../example.ts'
import { answerFields, documentOf, type Field } from '../fields.ts'
import { endpointHref, freshness, paramParts, paramType, relatedTo } from '../reference.ts'

/** The page of an endpoint. */
export async function endpointMarkdown(endpoint: Endpoint, locals: App.Locals): Promise<string> {
  const { api, ask, origin, settings } = locals
  const fields = answerFields(await documentOf(api, ask), endpoint.path)
  const sections = [
    `# GET ${endpoint.path}\n\n${endpoint.summary}`,
    `## Parameters\n\n${parameters(endpoint)}\n\n${lenience}`,
    `## Answer\n\n${fields.length > 0 ? fieldLines(fields).join('\n') : 'No JSON object: text, bytes, or the address of an asset.'}`,
    `Headers: ${headersOf(endpoint)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    `## Caching and freshness\n\n${bullets([...freshness(endpoint), revalidation])}`,
    `## Limits\n\n${bullets(limitsOf(endpoint, settings))}`,
    `## Errors\n\n${bullets(problemsOf(endpoint).map((code) => `${problems[code].status} [\`${code}\`](/errors#${code}): ${problems[code].title}`))}`,
    `## Related\n\n${bullets(relatedTo(endpoint, api).map((other) => `[${other.path}](${endpointHref(other)}): ${other.summary}`))}`,
    exampleLines(await exampleOf(endpoint, ask), origin, endpoint.keyScope !== undefined),
  ]
  return sections.join('\n\n')
}

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

function parameters(endpoint: Endpoint): string {
  const inPath = pathNames(endpoint).map((name) => `- \`${name}\` (text, required): ${wordsOfPath(endpoint, name)[0]}`)
  const parts = paramParts(endpoint).map(([part, params]) => {
    const lines = params.map(([name, param]) => {
      const told = [
        paramType(param),
        ...(param.required ? ['required'] : []),
        ...(param.default === undefined ? [] : [`default \`${String(param.default)}\``]),
      ]
      return `- \`${name.replace('*', '<name>')}\` (${told.join(', ')}): ${paramWords(endpoint, name)}`
    })
    return `### ${part}\n\n${lines.join('\n')}`
  })
  const whole = [...(inPath.length > 0 ? [`### In the path\n\n${inPath.join('\n')}`] : []), ...parts]
  return whole.length > 0 ? whole.join('\n\n') : 'It takes no query parameters; any that is given is a 400.'
}

function fieldLines(fields: readonly Field[], indent = ''): string[] {
  return fields.flatMap(({ name, type, isNullable, isOptional, description, fields: inside }) => {
    const mark = isNullable ? ', or null' : isOptional ? ', may be absent' : ''
    const line = `${indent}- \`${name}\` (${type}${mark})${description === '' ? '' : `: ${description}`}`
    return [line, ...fieldLines(inside, `${indent}  `)]
  })
}

function exampleLines(example: Example | undefined, origin: string, needsKey: boolean): string {
  if (!example) return '## Example\n\nNothing that is served now could be asked for as an example.'
  const { target, status, headers, body } = example
  const head = [`HTTP ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
  const parts = [
    `\`\`\`bash\n${snippets.curl(`${origin}${target}`, { needsKey })}\n\`\`\``,
    `\`\`\`http\n${head}\n\`\`\``,
    ...(body === undefined ? [] : [`\`\`\`\n${body}\n\`\`\``]),
    exampleNote,
  ]
  return `## Example\n\n${parts.join('\n\n')}`
}

// The docs as Markdown: each page is at its URL with the suffix `.md` and is made from the sources of the HTML page.
import { problems, type ProblemCode } from '../../../../../data/api/model/values/errors.ts'
import { problemHelp } from '../../../../../data/api/answer/problem-help.ts'
import { builtWithMarkdown } from '../built-with.ts'
import { bulkFileName, bulkFiles, formatBytes } from '../reference/bulk-files.ts'
import { withDefaults } from '../reference/endpoint-descriptions.ts'
import { endpointHref, groupsOf } from '../reference/reference.ts'
import { markdownUrl } from '../markdown-url.ts'
import type { WrittenPages } from '../written-pages.ts'
import { endpointMarkdown } from './endpoint-markdown.ts'

type Markdown = string | Promise<string>

/** Pages that are neither guides nor endpoints, by path. */
const otherPages: Readonly<Record<string, (locals: App.Locals, pages: WrittenPages) => Markdown>> = {
  '/docs': overview,
  '/docs/built-with': builtWithMarkdown,
  '/docs/bulk': bulk,
  '/docs/changelog': (_locals, { changelog }) => changelog,
  '/docs/faq': (_locals, { questions }) => `# ${questions.title}\n\n${questions.text.trim()}`,
  '/docs/metrics': ({ metrics }) =>
    `# Metrics\n\nThe metrics of \`GET /metrics\`, which the observer listener serves to Prometheus.\n\n${metrics
      .map(({ name, type, labels, help }) => `- \`${name}\` (${[type, ...labels].join(', ')}): ${help}`)
      .join('\n')}`,
  '/docs/settings': ({ settings }) =>
    `# Settings\n\nEnvironment variables and their defaults.\n\n${settings
      .map(({ name, help, default: byDefault }) => `- \`${name}\` (${byDefault === '' ? 'unset' : byDefault}): ${help}`)
      .join('\n')}`,
  '/errors': errors,
}

/** Returns the Markdown of a page of the docs, or undefined if there is no such page. */
export async function docsMarkdown(path: string, locals: App.Locals, pages: WrittenPages): Promise<string | undefined> {
  const page = await pageAt(path, locals, pages)
  if (page === undefined) return undefined
  const text = withDefaults(page.trim(), locals.settings).replaceAll('http://localhost:8080', locals.origin)
  // Links between pages of the docs lead to their Markdown.
  return `${text.replace(/(?<=\]\()\/(?:docs|errors)[^)#]*/g, markdownUrl)}\n`
}

function pageAt(path: string, locals: App.Locals, pages: WrittenPages): Markdown | undefined {
  const other = Object.hasOwn(otherPages, path) ? otherPages[path] : undefined
  if (other) return other(locals, pages)
  const guide = pages.guides.find(({ href }) => href === path)
  if (guide) return `# ${guide.title}\n\n${guide.description}\n\n${guide.text.trim()}`
  const endpoint = locals.api.endpoints.find((one) => endpointHref(one) === path)
  return endpoint && endpointMarkdown(endpoint, locals)
}

function overview({ api }: App.Locals, { guides, otherPages: others }: WrittenPages): string {
  const pages = [...guides, ...others].map(({ href, title, description }) => `- [${title}](${href}): ${description}`)
  const groups = groupsOf(api).map(({ tag, endpoints }) => {
    const lines = endpoints.map((endpoint) => `- [${endpoint.path}](${endpointHref(endpoint)}): ${endpoint.summary}`)
    return `### ${tag.name}\n\n${tag.description}\n\n${lines.join('\n')}`
  })
  return ['# The API', '## Guides', pages.join('\n'), '## Reference', ...groups].join('\n\n')
}

async function bulk(locals: App.Locals): Promise<string> {
  const { call, groups } = await bulkFiles(locals)
  const about = `All data of the current patch as files: immutable, resumable, and free of quota. The listing is \`GET ${call}\`.`
  const listed = groups.map(({ title, files }) => {
    const lines = files.map(
      (file) =>
        `- [${bulkFileName(file)}, ${file.encoding}](${file.url}): ${formatBytes(file.bytes)}, SHA-256 \`${file.sha256}\``,
    )
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return ['# Bulk files', about, ...listed].join('\n\n')
}

function errors(): string {
  const codes = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title, maxAgeSeconds } = problems[code]
    const { when, remedy } = problemHelp[code]
    const cached = maxAgeSeconds > 0 ? `For ${maxAgeSeconds} s, by URL.` : 'Never.'
    return `## ${code}\n\n${status} ${title}.\n\n- When: ${when}\n- What to do: ${remedy}\n- Cached: ${cached}`
  })
  const about =
    'Every error is `application/problem+json` (RFC 9457). Programs should rely on `code`, which never changes.'
  return ['# Errors', about, ...codes].join('\n\n')
}

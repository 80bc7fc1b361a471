import type { Api } from '../../../../data/api/api.ts'
import { problems, type ProblemCode } from '../../../../data/api/errors.ts'
import { problemHelp } from '../../../../data/api/problem-help.ts'
import { guides, otherPages } from './guides.ts'
import { endpointHref } from './reference.ts'

/** What the docs' search knows of one page, or of a part of it that has an address. */
export interface SearchEntry {
  readonly href: string
  readonly title: string
  /** Shown below the title. */
  readonly summary: string
  /** Searched, not shown: names of parameters, headings. */
  readonly words: string
}

/** Everything that the docs' search can find. */
export function searchEntries(
  api: Api,
  settings: readonly { readonly name: string; readonly help: string }[],
): readonly SearchEntry[] {
  return [
    ...guides.map(({ href, title, description, headings, text }) => ({
      href,
      title,
      summary: description,
      words: `${headings.map((heading) => heading.text).join(' ')} ${[...new Set(text.match(/[\w-]{4,}/g))].join(' ')}`,
    })),
    ...otherPages.map(({ href, title, description }) => ({ href, title, summary: description, words: '' })),
    ...api.endpoints.map((endpoint) => ({
      href: endpointHref(endpoint),
      title: `GET ${endpoint.path}`,
      summary: endpoint.summary,
      words: `${endpoint.id} ${Object.keys(endpoint.params).join(' ')}`,
    })),
    ...(Object.keys(problems) as ProblemCode[]).map((code) => ({
      href: `/errors#${code}`,
      title: code,
      summary: `${problems[code].status}: ${problems[code].title}`,
      words: problemHelp[code].when,
    })),
    ...settings.map(({ name, help }) => ({ href: `/docs/settings#${name}`, title: name, summary: help, words: '' })),
  ]
}

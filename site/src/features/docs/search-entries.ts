import { mapInSlices } from '../../../../data/api/model/values/steps.ts'
import type { Api } from '../../../../data/api/model/api.ts'
import { problems, type ProblemCode } from '../../../../data/api/model/values/errors.ts'
import { problemHelp } from '../../../../data/api/answer/problem-help.ts'
import { headersOf } from '../../../../data/api/openapi/headers.ts'
import { problemsOf } from '../../../../data/api/openapi/responses.ts'
import { responseFields, type OpenApiDocument, type Field } from './reference/fields.ts'
import { endpointHref } from './reference/reference.ts'
import type { WrittenPages } from './written-pages.ts'

/** An entry of the search index: a page of the docs, or a part of a page that has an anchor. */
interface SearchEntry {
  readonly href: string
  readonly title: string
  /** Shown below the title. */
  readonly summary: string
  /** Words that are searched but not shown: names of parameters, fields, headers and errors, or the words of a text. */
  readonly words: string
}

const namesIn = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, fields: within }) => [name, ...namesIn(within)])

/** Returns the distinct words of a text that have at least four characters. */
const wordsIn = (text: string): string => [...new Set(text.match(/[\w-]{4,}/g))].join(' ')

/**
 * Returns the search index of the docs. `document` is the OpenAPI document; `lists` has the names that a page lists, such as
 * settings, by the path of the page.
 */
export async function searchEntries(
  api: Api,
  document: OpenApiDocument,
  { guides, otherPages }: Pick<WrittenPages, 'guides' | 'otherPages'>,
  lists: Readonly<Record<string, readonly { readonly name: string; readonly help: string }[]>>,
): Promise<readonly SearchEntry[]> {
  return [
    ...(await mapInSlices(guides, ({ href, title, description, headings, text }) => ({
      href,
      title,
      summary: description,
      words: `${headings.map((heading) => heading.text).join(' ')} ${wordsIn(text)}`,
    }))),
    ...otherPages.map(({ href, title, description, text = '' }) => ({
      href,
      title,
      summary: description,
      words: wordsIn(text),
    })),
    ...(await mapInSlices(api.endpoints, (endpoint) => ({
      href: endpointHref(endpoint),
      title: `GET ${endpoint.path}`,
      summary: endpoint.summary,
      words: [
        endpoint.id,
        ...Object.keys(endpoint.params),
        ...new Set(namesIn(responseFields(document, endpoint.path))),
        ...headersOf(endpoint),
        ...problemsOf(endpoint),
      ].join(' '),
    }))),
    ...(Object.keys(problems) as ProblemCode[]).map((code) => ({
      href: `/errors#${code}`,
      title: code,
      summary: `${problems[code].status}: ${problems[code].title}`,
      words: problemHelp[code].when,
    })),
    ...Object.entries(lists).flatMap(([page, list]) =>
      list.map(({ name, help }) => ({ href: `${page}#${name}`, title: name, summary: help, words: '' })),
    ),
  ]
}

import * as file from '../../../../CHANGELOG.md'
import { atomText } from '../atom.ts'
import { changesIn } from './changes-in.ts'

const page = '/docs/changelog'
export const changelogFeed = `${page}.atom`

const slugs = file.getHeadings().filter(({ depth }) => depth === 2)

const apiChanges = changesIn(
  file.rawContent(),
  slugs.map(({ slug }) => slug),
)

/** The API's changes as Atom. */
export function apiChangesFeed(origin: string): string {
  const at = (date: string) => `${date}T00:00:00Z`
  return atomText({
    title: 'Deepledger: changes of the API',
    page: origin + page,
    self: origin + changelogFeed,
    updated: at(apiChanges[0]?.date ?? '1970-01-01'),
    entries: apiChanges.map(({ date, title, slug, text }) => ({
      url: `${origin}${page}#${slug}`,
      title,
      published: at(date),
      updated: at(date),
      summary: text,
    })),
  })
}

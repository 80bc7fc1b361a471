import * as file from '../../../../CHANGELOG.md'
import { atomText } from '../../format/atom.ts'
import { changesIn } from './changes-in.ts'

const page = '/docs/changelog'
export const changelogFeed = `${page}.atom`

/** Returns the API changelog as an Atom feed. Throws if a heading of `CHANGELOG.md` has no date. */
export async function apiChangesFeed(origin: string): Promise<string> {
  const changes = changesIn(file.getHeadings(), await file.compiledContent())
  const at = (date: string) => `${date}T00:00:00Z`
  return atomText({
    title: 'Deepledger API changes',
    page: origin + page,
    self: origin + changelogFeed,
    updated: at(changes[0]?.date ?? '1970-01-01'),
    entries: changes.map(({ date, title, slug, html }) => ({
      url: `${origin}${page}#${slug}`,
      title,
      published: at(date),
      updated: at(date),
      html,
    })),
  })
}

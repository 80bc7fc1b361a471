/** An entry of the API changelog: a heading of `CHANGELOG.md` and the content below it. */
interface ApiChange {
  /** `2026-11-21` */
  readonly date: string
  readonly title: string
  /** Anchor of the heading on the page. */
  readonly slug: string
  readonly html: string
}

interface Heading {
  readonly depth: number
  readonly slug: string
  readonly text: string
}

const end = '</h2>'

/** Splits a changelog that was rendered to HTML into its entries, in their order. Throws if a heading has no date. */
export function changesIn(headings: readonly Heading[], rendered: string): ApiChange[] {
  const [, ...parts] = rendered.split('<h2').map((part) => part.slice(part.indexOf(end) + end.length))
  return headings
    .filter(({ depth }) => depth === 2)
    .map(({ slug, text }, place) => {
      const [, date, title] = /^(\d{4}-\d\d-\d\d): (.+)$/.exec(text) ?? []
      const html = parts[place]?.trim()
      if (date === undefined || title === undefined || html === undefined)
        throw new Error(`CHANGELOG.md: expected "## <date>: <title>", got "## ${text}"`)
      return { date, title, slug, html }
    })
}

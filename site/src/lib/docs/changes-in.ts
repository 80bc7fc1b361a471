/** An entry of the API's changelog: one heading of `CHANGELOG.md` and what is below it. */
export interface ApiChange {
  /** `2026-11-21` */
  readonly date: string
  readonly title: string
  /** The anchor on the page. */
  readonly slug: string
  readonly text: string
}

/** The entries of a changelog, newest first; `slugs` are the anchors of its headings. Throws where a heading has no date. */
export function changesIn(markdown: string, slugs: readonly string[]): ApiChange[] {
  const [, ...parts] = markdown.split(/^## /m)
  return parts.map((part, place) => {
    const [, date, title, text] = /^(\d{4}-\d\d-\d\d): (.+)\n([^]*)$/.exec(part) ?? []
    const slug = slugs[place]
    if (date === undefined || title === undefined || text === undefined || slug === undefined)
      throw new Error(`CHANGELOG.md: expected "## <date>: <title>", got "## ${part.split('\n', 1)[0]}"`)
    return { date, title, slug, text: text.trim() }
  })
}

/** A page of the docs. */
export interface DocsPage {
  readonly href: string
  readonly title: string
  readonly description: string
  /** Markdown that the search indexes in addition to the description. */
  readonly text?: string
}

export interface Guide extends DocsPage {
  readonly headings: readonly { readonly slug: string; readonly text: string }[]
  /** Markdown. */
  readonly text: string
}

/** The pages that are written by hand. `guides.ts` reads them from the Markdown files that Astro compiles. */
export interface WrittenPages {
  readonly guides: readonly Guide[]
  /** Pages that are neither guides nor endpoints. */
  readonly otherPages: readonly DocsPage[]
  /** The FAQ, as Markdown. */
  readonly questions: { readonly title: string; readonly text: string }
  /** The API changelog, as Markdown. */
  readonly changelog: string
}

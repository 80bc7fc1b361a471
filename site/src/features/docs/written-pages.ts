/** A page of the docs. */
export interface DocsPage {
  readonly href: string
  readonly title: string
  readonly description: string
  /** Where the search knows more of it than its description. */
  readonly text?: string
}

export interface Guide extends DocsPage {
  readonly headings: readonly { readonly slug: string; readonly text: string }[]
  /** Markdown. */
  readonly text: string
}

/** What is written by hand, as Astro compiles it (`guides.ts`). */
export interface WrittenPages {
  readonly guides: readonly Guide[]
  /** Pages that are neither guides nor endpoints. */
  readonly otherPages: readonly DocsPage[]
  /** The FAQ, as Markdown. */
  readonly questions: { readonly title: string; readonly text: string }
  /** As Markdown. */
  readonly changelog: string
}

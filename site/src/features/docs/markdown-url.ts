/** The address of a docs page as Markdown. */
export const markdownUrl = (path: string): string => `${path.replace(/\/$/, '')}.md`

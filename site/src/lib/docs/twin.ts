/** The address of a docs page as Markdown. */
export const twinOf = (path: string): string => `${path.replace(/\/$/, '')}.md`

/** Returns the path of the Markdown version of a docs page. */
export const markdownUrl = (path: string): string => `${path.replace(/\/$/, '')}.md`

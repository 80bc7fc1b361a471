/** Something that uses this API. */
export interface BuiltWith {
  readonly name: string
  /** A page of this site begins with `/`. */
  readonly url: string
  /** One sentence. */
  readonly what: string
  /** Who made it; nothing for what ships with the service. */
  readonly by?: string
}

/** Add yours at the end. */
export const builtWith: readonly BuiltWith[] = [
  {
    name: 'This site',
    url: '/explore',
    what: 'Every page of it is made of API calls and shows them; nothing reads the data any other way.',
  },
  {
    name: 'The tooltip script',
    url: '/docs/guides/tooltips',
    what: 'One script tag that gives links to items their names, colours and cards on any web page.',
  },
  {
    name: 'The chat command',
    url: '/docs/guides/chat-bots',
    what: 'A few lines of JavaScript that answer a name in a chat with a price.',
  },
]

/** How somebody comes to be listed. */
export const adding =
  'No tool of anybody else is listed yet. Made something? Add a line to `site/src/lib/docs/built-with.ts` of the project: a name, an address that works, one sentence, and who you are. It must use the API, say where its data comes from, and ask nobody for their game password.'

/** The list and how to join it, as Markdown. */
export const builtWithMarkdown = (): string => {
  const lines = builtWith.map(
    ({ name, url, what, by }) =>
      `- [${name}](${url}): ${what} ${by === undefined ? 'Ours, as an example.' : `By ${by}.`}`,
  )
  return `# Built with this API\n\n${lines.join('\n')}\n\n## Yours\n\n${adding}`
}

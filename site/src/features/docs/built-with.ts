/** Something that uses this API. */
interface BuiltWith {
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
    what: 'Every page is made of API calls and shows them.',
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

/** How to be listed. */
export const adding =
  'No third-party tool is listed yet. To add yours, add an entry to `site/src/features/docs/built-with.ts` in the repository: a name, a working URL, one sentence, and your name. The tool must use the API, name its data source, and not ask for game passwords.'

/** The list and how to join it, as Markdown. */
export const builtWithMarkdown = (): string => {
  const lines = builtWith.map(
    ({ name, url, what, by }) =>
      `- [${name}](${url}): ${what} ${by === undefined ? 'Part of this project, as an example.' : `By ${by}.`}`,
  )
  return `# Built with this API\n\n${lines.join('\n')}\n\n## Yours\n\n${adding}`
}

/** A tool that uses this API. */
interface BuiltWith {
  readonly name: string
  /** Absolute URL, or a path of this site. */
  readonly url: string
  /** One sentence. */
  readonly description: string
  /** Who made it. Absent if it is part of this project. */
  readonly by?: string
}

/** Add yours at the end. */
export const builtWith: readonly BuiltWith[] = [
  {
    name: 'This site',
    url: '/explore',
    description: 'Every page is built from API calls, and shows them.',
  },
  {
    name: 'The tooltip script',
    url: '/docs/guides/tooltips',
    description: 'One script tag that adds names, colours and tooltips to links to items on any web page.',
  },
  {
    name: 'The chat command',
    url: '/docs/guides/chat-bots',
    description: 'A few lines of JavaScript that reply to the name of an item in chat with its price.',
  },
]

/** How to add a tool to the list. */
export const howToBeListed =
  'No third-party tool is listed yet. To list yours, add an entry to `site/src/features/docs/built-with.ts` in the repository: a name, a working URL, one sentence, and your name. The tool must use the API, credit its data source, and never ask for game passwords.'

/** Returns the page as Markdown. */
export const builtWithMarkdown = (): string => {
  const lines = builtWith.map(
    ({ name, url, description, by }) =>
      `- [${name}](${url}): ${description} ${by === undefined ? 'Part of this project, as an example.' : `By ${by}.`}`,
  )
  return `# Built with this API\n\n${lines.join('\n')}\n\n## Yours\n\n${howToBeListed}`
}

/** How a call is written. */
export const snippetLanguages = { curl: 'curl', fetch: 'JavaScript', python: 'Python' } as const
export type SnippetLanguage = keyof typeof snippetLanguages

export const isSnippetLanguage = (name: string | null | undefined): name is SnippetLanguage =>
  name != null && Object.hasOwn(snippetLanguages, name)

interface SnippetOptions {
  /** The call is refused without a key. */
  readonly needsKey?: boolean
  /** The answer is plain text, not JSON. */
  readonly isText?: boolean
}

const key = { name: 'X-Api-Key', value: 'YOUR_KEY' }
const object = `{ "${key.name}": "${key.value}" }`

/** The GET of a URL, ready to be pasted. */
export const snippets: Readonly<Record<SnippetLanguage, (url: string, options?: SnippetOptions) => string>> = {
  curl: (url, { needsKey } = {}) =>
    `curl --fail --compressed ${needsKey ? `-H '${key.name}: ${key.value}' ` : ''}'${url.replaceAll("'", '%27')}'`,
  fetch: (url, { needsKey, isText } = {}) =>
    `const answer = await fetch(${JSON.stringify(url)}${needsKey ? `, { headers: ${object} }` : ''})\nconsole.log(await answer.${isText ? 'text' : 'json'}())`,
  python: (url, { needsKey, isText } = {}) =>
    `import requests\n\nanswer = requests.get(${JSON.stringify(url)}${needsKey ? `, headers=${object}` : ''}, timeout=10)\nprint(answer.${isText ? 'text' : 'json()'})`,
}

interface Snippet {
  readonly id: SnippetLanguage
  readonly language: string
  readonly text: string
}

/** The request as code, in every language. */
export const snippetsOf = (url: string, options?: SnippetOptions): readonly Snippet[] =>
  Object.entries(snippetLanguages).map(([id, language]) => ({
    id: id as SnippetLanguage,
    language,
    text: snippets[id as SnippetLanguage](url, options),
  }))

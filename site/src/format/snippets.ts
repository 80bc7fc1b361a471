/** The languages of snippets, with their titles. */
export const snippetLanguages = { curl: 'curl', fetch: 'JavaScript', python: 'Python' } as const
export type SnippetLanguage = keyof typeof snippetLanguages

export const isSnippetLanguage = (name: string | null | undefined): name is SnippetLanguage =>
  name != null && Object.hasOwn(snippetLanguages, name)

export interface SnippetOptions {
  /** True if the call is refused without a key. */
  readonly needsKey?: boolean
  /** JSON by default. */
  readonly answer?: AnswerKind
  /** File extension for a `bytes` answer if the URL has none, such as `.png`. */
  readonly ending?: string
}

/** `text` is plain text, `events` an endless stream of text. */
export type AnswerKind = 'json' | 'text' | 'events' | 'bytes'

const key = { name: 'X-Api-Key', value: 'YOUR_KEY' }
const object = `{ "${key.name}": "${key.value}" }`

/** Options of curl for each kind of answer. */
const curlOptions: Readonly<Record<AnswerKind, (file: string) => string>> = {
  json: () => '--compressed',
  text: () => '--compressed',
  events: () => '--no-buffer',
  bytes: (file) => `--location --output ${file}`,
}

const fetchLines: Readonly<Record<AnswerKind, string>> = {
  json: 'console.log(await answer.json())',
  text: 'console.log(await answer.text())',
  events: 'for await (const part of answer.body.pipeThrough(new TextDecoderStream())) console.log(part)',
  bytes: 'const bytes = await answer.arrayBuffer()',
}

const pythonLines: Readonly<Record<AnswerKind, (call: string, file: string) => string>> = {
  json: (call) => `answer = requests.get(${call}, timeout=10)\nprint(answer.json())`,
  text: (call) => `answer = requests.get(${call}, timeout=10)\nprint(answer.text)`,
  events: (call) =>
    `with requests.get(${call}, stream=True, timeout=30) as answer:\n    for line in answer.iter_lines(decode_unicode=True):\n        print(line)`,
  bytes: (call, file) =>
    `answer = requests.get(${call}, timeout=10)\nwith open("${file}", "wb") as file:\n    file.write(answer.content)`,
}

/** The file name to save an answer under: the last segment of the URL's path, with the extension. */
const fileOf = (url: string, ending = ''): string => `${new URL(url).pathname.split('/').at(-1) ?? ''}${ending}`

/** Functions that return the code of a GET request, one for each language. */
export const snippets: Readonly<Record<SnippetLanguage, (url: string, options?: SnippetOptions) => string>> = {
  curl: (url, { needsKey, answer = 'json', ending } = {}) =>
    `curl --fail ${curlOptions[answer](fileOf(url, ending))} ${needsKey ? `-H '${key.name}: ${key.value}' ` : ''}'${url.replaceAll("'", '%27')}'`,
  fetch: (url, { needsKey, answer = 'json' } = {}) =>
    `const answer = await fetch(${JSON.stringify(url)}${needsKey ? `, { headers: ${object} }` : ''})\n${fetchLines[answer]}`,
  python: (url, { needsKey, answer = 'json', ending } = {}) =>
    `import requests\n\n${pythonLines[answer](`${JSON.stringify(url)}${needsKey ? `, headers=${object}` : ''}`, fileOf(url, ending))}`,
}

interface Snippet {
  readonly id: SnippetLanguage
  readonly language: string
  readonly text: string
}

/** Returns the code of a GET request in every language. */
export const snippetsOf = (url: string, options?: SnippetOptions): readonly Snippet[] =>
  Object.entries(snippetLanguages).map(([id, language]) => ({
    id: id as SnippetLanguage,
    language,
    text: snippets[id as SnippetLanguage](url, options),
  }))

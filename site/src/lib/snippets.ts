/** How a call is written. */
export const languages = { curl: 'curl', fetch: 'JavaScript', python: 'Python' } as const
export type Language = keyof typeof languages

export const isLanguage = (name: string | null | undefined): name is Language =>
  name != null && Object.hasOwn(languages, name)

/** The GET of a URL, ready to be pasted. */
export const snippets: Readonly<Record<Language, (url: string) => string>> = {
  curl: (url) => `curl --fail --compressed '${url.replaceAll("'", '%27')}'`,
  fetch: (url) => `const answer = await fetch(${JSON.stringify(url)})\nconsole.log(await answer.json())`,
  python: (url) => `import requests\n\nprint(requests.get(${JSON.stringify(url)}, timeout=10).json())`,
}

/** The call as somebody would make it from elsewhere, in every language. */
export const snippetsOf = (url: string): { readonly language: string; readonly text: string }[] =>
  Object.entries(languages).map(([name, language]) => ({ language, text: snippets[name as Language](url) }))

/** The languages in which pages show an API call. */
export interface Snippet {
  readonly language: string
  readonly text: string
}

/** The call as somebody would make it from elsewhere. */
export function snippetsOf(url: string): Snippet[] {
  return [
    { language: 'curl', text: `curl '${url.replaceAll("'", '%27')}'` },
    {
      language: 'fetch',
      text: `const answer = await fetch(${JSON.stringify(url)})\nconst data = await answer.json()`,
    },
    {
      language: 'Python',
      text: `import requests\n\ndata = requests.get(${JSON.stringify(url)}, timeout=10).json()`,
    },
  ]
}

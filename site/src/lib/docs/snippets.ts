import { snippetz } from '@scalar/snippetz'

export interface Snippet {
  readonly id: 'curl' | 'fetch' | 'python'
  readonly label: string
  readonly code: string
}

const printer = snippetz()

/** A request as code that can be pasted: shell, JavaScript, Python. */
export function snippetsOf(url: string, needsKey = false): readonly Snippet[] {
  const request = { url, method: 'GET', headers: needsKey ? [{ name: 'X-Api-Key', value: 'YOUR_KEY' }] : [] }
  // It leaves addresses bare whose `?` and `&` a shell would take as its own.
  const curl = (printer.print('shell', 'curl', request) ?? '').replace(`curl ${url}`, `curl '${url}'`)
  const fetching = printer.print('js', 'fetch', request) ?? ''
  const requests = printer.print('python', 'requests', request) ?? ''
  return [
    { id: 'curl', label: 'curl', code: curl },
    { id: 'fetch', label: 'fetch', code: `const answer = await ${fetching}\nconsole.log(await answer.json())` },
    { id: 'python', label: 'Python', code: `import requests\n\nanswer = ${requests}\nprint(answer.json())` },
  ]
}

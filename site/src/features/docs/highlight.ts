const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** The name of each group is the class of its tokens, which style sheets colour. */
const tokens =
  /(?<property>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<comment>(?<=^|\s)(?:\/\/|#|… ).*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<keyword>\b(?:true|false|null|None|import|from|const|await|fetch|print|curl|GET)\b|(?<=\s)--?[a-z-]+)/gm

/** Returns code as HTML in which tokens have classes. One set of rules covers JSON, shell, JavaScript and Python. */
export function highlight(code: string): string {
  let html = ''
  let last = 0
  for (const match of code.matchAll(tokens)) {
    const [kind] = Object.entries<string | undefined>(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['']
    html += `${escaped(code.slice(last, match.index))}<span class="token ${kind}">${escaped(match[0])}</span>`
    last = match.index + match[0].length
  }
  return html + escaped(code.slice(last))
}

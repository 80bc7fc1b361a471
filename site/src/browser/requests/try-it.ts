// `<try-it>`: sends a GET to this API and shows the response, including validation errors and limits.
import { bodyText, headerLines } from './answer-text.ts'
import { LatestRequest } from './latest-request.ts'
import { requireElement } from '../require-element.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import { readStored, writeStored } from '../storage.ts'
import { targetUrl } from './target-url.ts'
import { isSnippetLanguage, snippets, type SnippetLanguage } from '../../format/snippets.ts'

class TryIt extends HTMLElement {
  readonly #latest = new LatestRequest()

  connectedCallback(): void {
    const form = this.#one('form')
    const choice = this.#one('fieldset')
    form.hidden = false
    choice.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send()
    })
    for (const link of this.querySelectorAll<HTMLAnchorElement>('a[data-example]'))
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        this.#input.value = link.getAttribute('href') ?? ''
        void this.#send()
      })
    const stored = readStored('snippet')
    if (isSnippetLanguage(stored)) requireElement(this, HTMLInputElement, `input[value="${stored}"]`).checked = true
    choice.addEventListener('change', () => {
      writeStored('snippet', this.#language)
      this.#showSnippet()
    })
    this.#showSnippet()
  }

  get #input(): HTMLInputElement {
    return requireElement(this, HTMLInputElement, 'input[name="target"]')
  }

  get #language(): SnippetLanguage {
    const chosen = this.querySelector<HTMLInputElement>('input[name="language"]:checked')?.value
    return isSnippetLanguage(chosen) ? chosen : 'curl'
  }

  #one(selector: string): HTMLElement {
    return requireElement(this, HTMLElement, selector)
  }

  #showSnippet(): void {
    const address = targetUrl(this.#input.value, location.origin)
    if (address === undefined) return
    const code = snippets[this.#language](address)
    this.#one('[data-snippet]').textContent = code
    this.#one('[data-copy]').dataset.copy = code
  }

  #tell(target: string, result: string, detail = '', headers = '', json = ''): void {
    const code = document.createElement('code')
    code.textContent = `GET ${target}`
    const strong = document.createElement('strong')
    strong.textContent = result
    this.#one('[data-answered]').replaceChildren(code, ' ', strong, ' ', detail)
    this.#one('[data-headers]').textContent = headers
    this.#one('[data-json]').textContent = json
  }

  async #send(): Promise<void> {
    const target = this.#input.value.trim()
    this.#showSnippet()
    const address = targetUrl(target, location.origin)
    if (address === undefined) return this.#tell(target, 'not sent:', 'API paths begin with /v2/.')
    try {
      const read = await this.#latest.send(address)
      if (!read) return
      const { answer, text, milliseconds } = read
      const wait = retryAfterSeconds(answer, Date.now())
      const took = `${milliseconds} ms`
      const headers = headerLines(answer)
      const json = bodyText(text, answer.headers.get('content-type') ?? '')
      this.#tell(target, String(answer.status), wait === undefined ? took : `Try again in ${wait} s.`, headers, json)
    } catch {
      this.#tell(target, 'no response:', 'check your network connection.')
    }
  }
}

customElements.define('try-it', TryIt)

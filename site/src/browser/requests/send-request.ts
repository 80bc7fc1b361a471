// `<send-request>`: sends the request that its form describes, and shows status, duration, headers and body below it.
import { sendTarget } from '../../format/send-target.ts'
import { bodyText, headerLines } from './answer-text.ts'
import { LatestRequest } from './latest-request.ts'
import { requireElement } from '../require-element.ts'

class SendRequest extends HTMLElement {
  readonly #latest = new LatestRequest()

  connectedCallback(): void {
    const form = requireElement(this, HTMLFormElement, 'form')
    form.addEventListener('submit', (event) => {
      const given = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
      const target = sendTarget(this.dataset.path ?? '', given)
      if (target === undefined) return
      event.preventDefault()
      void this.#send(target)
    })
  }

  #tell(selector: string, text: string): void {
    requireElement(this, HTMLElement, selector).textContent = text
  }

  async #send(target: string): Promise<void> {
    requireElement(this, HTMLElement, '[data-answer]').hidden = false
    try {
      const read = await this.#latest.send(target)
      if (!read) return
      const { answer, text, milliseconds } = read
      const type = answer.headers.get('content-type') ?? ''
      this.#tell('[data-status]', `GET ${target}: ${answer.status}, ${milliseconds} ms`)
      this.#tell('[data-headers]', headerLines(answer))
      this.#tell('[data-body]', bodyText(text, type))
    } catch {
      this.#tell('[data-status]', `GET ${target}: no response. Check your network connection.`)
      this.#tell('[data-headers]', '')
      this.#tell('[data-body]', '')
    }
  }
}

customElements.define('send-request', SendRequest)

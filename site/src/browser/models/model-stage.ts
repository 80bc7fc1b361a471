// `<model-stage>`: loads the viewer when its frame scrolls into view or its button is pressed, and puts the model over the portrait.
import { messagesAt } from '../../messages/in-scripts.ts'
import type { ModelView } from './show-model.ts'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** With the data saver on, the model is only loaded on request. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Resolves when the page is loaded and painted, because the viewer keeps the main thread busy. */
const whenIdle = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 2000 }) : setTimeout(resolve, 300),
  )
}

class ModelStage extends HTMLElement {
  #watcher: IntersectionObserver | undefined
  #shown: ModelView | undefined
  #isLoading = false
  #isUsed = false

  connectedCallback(): void {
    this.#part('tools').hidden = false
    this.#tool('show').addEventListener('click', () => this.#change())
    this.#tool('turn').addEventListener('click', () => this.#turn(this.#tool('turn').ariaPressed !== 'true'))
    this.#tool('closer').addEventListener('click', () => this.#shown?.nearer(1))
    this.#tool('farther').addEventListener('click', () => this.#shown?.nearer(-1))
    reducedMotion.addEventListener('change', () => this.#turn(!reducedMotion.matches))
    this.#watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || savesData()) return
      this.#watcher?.disconnect()
      void whenIdle().then(() => this.#load())
    })
    this.#watcher.observe(this.#part('frame'))
  }

  disconnectedCallback(): void {
    this.#watcher?.disconnect()
  }

  /** Between model and portrait. */
  #change(): void {
    if (this.#shown) this.#showModel(this.#shown.element.hidden !== false)
    else void this.#load()
  }

  async #load(): Promise<void> {
    this.#watcher?.disconnect()
    if (this.#isLoading || this.#shown) return
    this.#isLoading = true
    this.#part('told').textContent = ''
    try {
      if (!hasWebGl()) throw new Error('This browser draws nothing in three dimensions')
      const { showModel } = await import('./show-model.ts')
      const { src = '', label = '' } = this.dataset
      this.#shown = await showModel(this.#part('frame'), src, label, () => this.#fail())
      this.#showModel(true)
      for (const event of ['pointerdown', 'keydown'])
        this.#shown.element.addEventListener(event, () => this.#foldHint(), { once: true })
      this.#turn(!reducedMotion.matches)
    } catch {
      this.#fail()
    }
    this.#isLoading = false
  }

  #fail(): void {
    this.#shown = undefined
    this.#showModel(false)
    this.#part('told').textContent = messagesAt<'model'>(this)('model.failed')
  }

  #showModel(isModel: boolean): void {
    if (this.#shown) this.#shown.element.hidden = !isModel
    this.#tool('show').ariaPressed = String(isModel)
    for (const name of ['turn', 'closer', 'farther']) this.#tool(name).hidden = !isModel
    this.#part('hint').hidden = !isModel || this.#isUsed
  }

  /** Who has turned the model needs no hint, which covers it. */
  #foldHint(): void {
    this.#isUsed = true
    this.#part('hint').hidden = true
  }

  #turn(isTurning: boolean): void {
    this.#shown?.turn(isTurning)
    this.#tool('turn').ariaPressed = String(isTurning)
  }

  #part(name: string): HTMLElement {
    return this.#found(`[data-${name}]`)
  }

  #tool(name: string): HTMLElement {
    return this.#found(`[data-tool="${name}"]`)
  }

  #found(selector: string): HTMLElement {
    const found = this.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`A stage without ${selector}`)
    return found
  }
}

customElements.define('model-stage', ModelStage)

// `<model-stage>`: loads the model viewer when its frame scrolls into view or its button is pressed, and shows the model in
// front of the portrait.
import { messagesAt } from '../../messages/in-scripts.ts'
import { requireElement } from '../require-element.ts'
import type { ModelView } from './show-model.ts'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** If the data saver is on, the model is only loaded when the button is pressed. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Resolves when the page is loaded and idle. The viewer keeps the main thread busy, so nothing should wait for it. */
const whenIdle = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 2000 }) : setTimeout(resolve, 300),
  )
}

class ModelStage extends HTMLElement {
  #watcher: IntersectionObserver | undefined
  #view: ModelView | undefined
  #isLoading = false
  #hasBeenUsed = false

  connectedCallback(): void {
    this.#part('tools').hidden = false
    this.#tool('show').addEventListener('click', () => this.#toggle())
    this.#tool('turn').addEventListener('click', () => this.#turn(this.#tool('turn').ariaPressed !== 'true'))
    this.#tool('closer').addEventListener('click', () => this.#view?.zoomIn(1))
    this.#tool('farther').addEventListener('click', () => this.#view?.zoomIn(-1))
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

  /** Switches between the model and the portrait. */
  #toggle(): void {
    if (this.#view) this.#showModel(this.#view.element.hidden !== false)
    else void this.#load()
  }

  async #load(): Promise<void> {
    this.#watcher?.disconnect()
    if (this.#isLoading || this.#view) return
    this.#isLoading = true
    this.#part('status').textContent = ''
    try {
      if (!hasWebGl()) throw new Error('This browser does not support WebGL 2')
      const { showModel } = await import('./show-model.ts')
      const { src = '', label = '' } = this.dataset
      this.#view = await showModel(this.#part('frame'), src, label, () => this.#fail())
      this.#showModel(true)
      for (const event of ['pointerdown', 'keydown'])
        this.#view.element.addEventListener(event, () => this.#hideHint(), { once: true })
      this.#turn(!reducedMotion.matches)
    } catch {
      this.#fail()
    }
    this.#isLoading = false
  }

  #fail(): void {
    this.#view = undefined
    this.#showModel(false)
    this.#part('status').textContent = messagesAt<'model'>(this)('model.failed')
  }

  #showModel(isModel: boolean): void {
    if (this.#view) this.#view.element.hidden = !isModel
    this.#tool('show').ariaPressed = String(isModel)
    for (const name of ['turn', 'closer', 'farther']) this.#tool(name).hidden = !isModel
    this.#part('hint').hidden = !isModel || this.#hasBeenUsed
  }

  /** The hint covers part of the model, so it is hidden for good once the reader has used the model. */
  #hideHint(): void {
    this.#hasBeenUsed = true
    this.#part('hint').hidden = true
  }

  #turn(isTurning: boolean): void {
    this.#view?.turn(isTurning)
    this.#tool('turn').ariaPressed = String(isTurning)
  }

  #part(name: string): HTMLElement {
    return requireElement(this, HTMLElement, `[data-${name}]`)
  }

  #tool(name: string): HTMLElement {
    return requireElement(this, HTMLElement, `[data-tool="${name}"]`)
  }
}

customElements.define('model-stage', ModelStage)

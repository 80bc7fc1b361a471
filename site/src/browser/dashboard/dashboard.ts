// `<key-dashboard>`: lists, creates, rotates and revokes the API keys of the signed-in user.
import { hrefIn, localeOf } from '../../format/language.ts'
import { focusHeading } from '../focus-heading.ts'
import { requireElement } from '../require-element.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'
import * as client from './account-client.ts'
import { confirmByTyping } from './confirm-by-typing.ts'
import { createElement } from './create-element.ts'
import { keyCard } from './key-card.ts'
import { usageChart } from './usage-chart.ts'

class KeyDashboard extends HTMLElement {
  #isCreating = false

  connectedCallback(): void {
    this.#one('[data-create]').addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#do(() => this.#create(event.target as HTMLFormElement))
    })
    this.#one('[data-sign-out]').addEventListener(
      'click',
      () =>
        void this.#do(async () => {
          await client.signOut()
          this.#show(false)
          location.assign(hrefIn(localeOf(new URL(location.href)), '/dashboard'))
        }),
    )
    this.#one('[data-dismiss]').addEventListener('click', () => {
      this.#one('[data-key]').textContent = ''
      this.#one('[data-copy]').dataset.copy = ''
      this.#one('[data-new-key]').hidden = true
      focusHeading(this.#one('[data-keys-heading]'))
    })
    void this.#do(() => this.#open())
  }

  #one(selector: string): HTMLElement {
    return requireElement(this, HTMLElement, selector)
  }

  /** Runs `work` and shows its error. If the session has ended, asks to sign in, unless that would hide a new key. */
  async #do(work: () => Promise<void>): Promise<void> {
    const problem = this.#one('[data-problem]')
    problem.hidden = true
    try {
      await work()
    } catch (error) {
      const isSignedOut = error instanceof client.RequestError && error.status === 401
      if (isSignedOut && this.#one('[data-new-key]').hidden) return this.#show(false)
      problem.textContent =
        error instanceof client.RequestError ? error.message : 'The service did not respond. Try again.'
      problem.hidden = false
      problem.scrollIntoView({ block: 'center' })
    }
  }

  #show(isSignedIn: boolean): void {
    if (!isSignedIn) removeStored('signed-in')
    this.#one('[data-signed-in]').hidden = !isSignedIn
    this.#one('[data-signed-out]').hidden = isSignedIn
  }

  async #open(): Promise<void> {
    // No request is sent for visitors who never signed in, because a 401 would appear in their console.
    if (location.hash === '#signed-in') writeStored('signed-in', '')
    if (readStored('signed-in') === null) return
    const account = await client.readAccount()
    this.#show(account !== undefined)
    if (!account) return
    this.#one('[data-name]').textContent = account.name
    this.#one('[data-tier]').textContent = `tier ${account.tier}`
    const boxes = account.permissions.map((scope, at) => {
      const box = createElement('input', { type: 'checkbox', name: 'scope', value: scope })
      // Resetting the form after a key was created restores this default.
      box.defaultChecked = at === 0
      return createElement('label', {}, box, ` ${scope} `)
    })
    this.#one('[data-scopes]').replaceChildren(...boxes)
    // Usage is requested before the keys: the service then writes its counts, and with them when each key was last used.
    const [usage] = await Promise.allSettled([client.readUsage()])
    // Keys are listed even if usage could not be read, so that they can be revoked.
    await this.#list()
    if (usage.status === 'rejected') throw usage.reason
    this.#one('[data-usage]').replaceChildren(usageChart(usage.value))
  }

  async #list(): Promise<void> {
    const keys = [...(await client.readKeys())].reverse()
    const actions = {
      rotate: (key: client.ApiKey) => void this.#do(() => this.#rotate(key)),
      revoke: (key: client.ApiKey) => void this.#do(() => this.#revoke(key)),
    }
    this.#one('[data-keys]').replaceChildren(...keys.map((key) => keyCard(key, actions)))
    this.#one('[data-none]').hidden = keys.length > 0
  }

  /** Ignores clicks while a key is being created, so that a double click creates one key. */
  async #create(form: HTMLFormElement): Promise<void> {
    if (this.#isCreating) return
    this.#isCreating = true
    try {
      const created = await client.createKey(keyInput(form))
      form.reset()
      await this.#showNewKey(created)
    } finally {
      this.#isCreating = false
    }
  }

  async #rotate(key: client.ApiKey): Promise<void> {
    const days = await confirmByTyping(requireElement(this, HTMLDialogElement, '[data-dialog]'), {
      title: `Rotate ${key.name}`,
      text: `This creates a new key. ${key.prefix} remains valid for the number of days that you enter (0 to 30).`,
      label: 'Days until the old key expires',
      yes: 'Rotate key',
      value: '7',
      pattern: '[0-9]|[12][0-9]|30',
    })
    if (days !== undefined) await this.#showNewKey(await client.rotateKey(key.prefix, Number(days)))
  }

  async #revoke(key: client.ApiKey): Promise<void> {
    const typed = await confirmByTyping(requireElement(this, HTMLDialogElement, '[data-dialog]'), {
      title: `Revoke ${key.name}`,
      text: 'Every request with this key will be rejected. This cannot be undone.',
      label: `Type ${key.prefix} to confirm`,
      yes: 'Revoke key',
      pattern: key.prefix,
    })
    if (typed === undefined) return
    await client.revokeKey(key.prefix)
    await this.#list()
    focusHeading(this.#one(`[data-prefix="${key.prefix}"] h3`))
  }

  /** Shows the key before anything else can fail, because it cannot be read again. */
  async #showNewKey({ key }: client.NewKey): Promise<void> {
    const fresh = this.#one('[data-new-key]')
    this.#one('[data-key]').textContent = key
    this.#one('[data-new-key] [data-copy]').dataset.copy = key
    fresh.hidden = false
    fresh.focus()
    await this.#list()
  }
}

function keyInput(form: HTMLFormElement): client.KeyInput {
  const given = new FormData(form)
  const text = (name: string) => {
    const value = given.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const days = text('expires')
  return {
    name: text('name'),
    scopes: given.getAll('scope').map(String),
    origins: text('origins').split(/\s+/).filter(Boolean),
    ...(days !== '' && { expires_in_days: Number(days) }),
  }
}

customElements.define('key-dashboard', KeyDashboard)

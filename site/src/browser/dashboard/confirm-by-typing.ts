import { requireElement } from '../require-element.ts'

interface Question {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly yes: string
  readonly value?: string
  /** Regular expression that the typed text must match. */
  readonly pattern: string
}

/** Opens the dialog. Resolves to the typed text, or to undefined if the user cancels. */
export function confirmByTyping(
  dialog: HTMLDialogElement,
  { title, text, label, yes, value = '', pattern }: Question,
): Promise<string | undefined> {
  const put = (selector: string, words: string) => (requireElement(dialog, HTMLElement, selector).textContent = words)
  put('[data-title]', title)
  put('[data-text]', text)
  put('[data-label]', label)
  put('[data-confirm]', yes)
  const input = requireElement(dialog, HTMLInputElement, '[data-input]')
  Object.assign(input, { value, pattern, required: true })
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes' ? input.value : undefined), {
      once: true,
    })
  })
}

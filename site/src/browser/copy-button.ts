import { messagesAt } from '../messages/in-scripts.ts'

/** Buttons that copy: their own value (a path is resolved against this origin), or the block before them. */
export const copyButtons = 'button[data-copy], button[data-copy-block]'

const feedbackMilliseconds = 1500
const waiting = new WeakMap<HTMLButtonElement, { readonly label: string; readonly timer: number }>()

export async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const { copy } = button.dataset
  const text = copy?.startsWith('/') ? location.origin + copy : copy
  await navigator.clipboard.writeText(text ?? button.previousElementSibling?.textContent.trim() ?? '')
  // A second click while the message shows restarts the wait for the original label.
  const { label = button.textContent, timer } = waiting.get(button) ?? {}
  window.clearTimeout(timer)
  button.textContent = messagesAt<'copying'>(document.body)('call.copied')
  const goBack = () => {
    button.textContent = label
    waiting.delete(button)
  }
  waiting.set(button, { label, timer: window.setTimeout(goBack, feedbackMilliseconds) })
}

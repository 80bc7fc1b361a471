import { messagesAt } from '../messages/in-scripts.ts'

/** Selects buttons that copy `data-copy` (a path is resolved against this origin) or the text of the element before them. */
export const copyButtons = 'button[data-copy], button[data-copy-block]'

const feedbackMilliseconds = 1500
const waiting = new WeakMap<HTMLButtonElement, { readonly label: string; readonly timer: number }>()

/** Copies the text of a button to the clipboard and shows for a moment that it was copied. */
export async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const { copy } = button.dataset
  const text = copy?.startsWith('/') ? location.origin + copy : copy
  if (!(await copyText(text ?? button.previousElementSibling?.textContent.trim() ?? '', button))) return
  // A second click while the message is visible restarts the timer, and still restores the original label.
  const { label = button.textContent, timer } = waiting.get(button) ?? {}
  window.clearTimeout(timer)
  button.textContent = messagesAt<'copying'>(document.body)('call.copied')
  const restoreLabel = () => {
    button.textContent = label
    waiting.delete(button)
  }
  waiting.set(button, { label, timer: window.setTimeout(restoreLabel, feedbackMilliseconds) })
}

/**
 * Returns whether the text was copied. Falls back to `execCommand`: browsers have no `navigator.clipboard` without TLS, as
 * on a server in a local network, and may deny access to it elsewhere.
 */
async function copyText(text: string, button: HTMLButtonElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text, button)
  }
}

function copySelection(text: string, button: HTMLButtonElement): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  // It is inserted next to the button, because text outside an open dialog cannot be selected.
  button.after(area)
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else works without the clipboard API
  const isCopied = document.execCommand('copy')
  area.remove()
  button.focus()
  return isCopied
}

import { messagesAt } from '../messages/in-scripts.ts'

/** Buttons that copy: their own value (a path is resolved against this origin), or the block before them. */
export const copyButtons = 'button[data-copy], button[data-copy-block]'

const feedbackMilliseconds = 1500
const waiting = new WeakMap<HTMLButtonElement, { readonly label: string; readonly timer: number }>()

export async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const { copy } = button.dataset
  const text = copy?.startsWith('/') ? location.origin + copy : copy
  if (!(await copyText(text ?? button.previousElementSibling?.textContent.trim() ?? '', button))) return
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

/**
 * Without TLS, as on a server in a local network, browsers have no `navigator.clipboard`; elsewhere they may refuse it.
 * False if nothing was copied.
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
  // Beside the button, because what is outside an open dialog cannot be selected.
  button.after(area)
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies there
  const isCopied = document.execCommand('copy')
  area.remove()
  button.focus()
  return isCopied
}

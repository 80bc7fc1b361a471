// Steps the page of a thing through patches: the slider selects the column of the table and updates the rest of the page.
import { requireElement } from './require-element.ts'

/** Selects parts of the page whose content depends on the patch. */
const parts = '[data-patch-part]'
const pages = new Map<string, Promise<Document | undefined>>()

/** Returns undefined if the page cannot be loaded. */
async function pageAt(href: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(href)
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    return undefined
  }
}

/**
 * Replaces the parts of this page with those of another. If these cannot be loaded, marks the parts as stale and shows
 * `failed`. Does nothing if `isCurrent` returns false when the page has been loaded.
 */
async function showPage(href: string, failed: HTMLElement, isCurrent: () => boolean): Promise<void> {
  const page = pages.get(href) ?? pageAt(href)
  pages.set(href, page)
  const there = [...((await page)?.querySelectorAll(parts) ?? [])]
  if (there.length === 0) pages.delete(href)
  const here = [...document.querySelectorAll(parts)]
  if (!isCurrent()) return
  failed.hidden = here.length === there.length
  for (const [nth, part] of here.entries()) {
    part.classList.toggle('stale', !failed.hidden)
    if (failed.hidden) part.innerHTML = there[nth]?.innerHTML ?? ''
  }
}

function startScrubber(section: HTMLElement): void {
  const slider = requireElement(section, HTMLInputElement, 'input[type=range]')
  const told = requireElement(section, HTMLOutputElement, 'output')
  const failed = requireElement(section, HTMLElement, '[data-failed]')
  const buttons = [...section.querySelectorAll<HTMLButtonElement>('[data-offset]')]
  const heads = [...requireElement(section, HTMLTableElement, 'table').querySelectorAll<HTMLElement>('th[data-step]')]
  const show = () => {
    const step = slider.valueAsNumber
    for (const cell of section.querySelectorAll<HTMLElement>('[data-step]'))
      cell.hidden = cell.dataset.step !== String(step)
    // `aria-disabled`, because a disabled button would lose the focus.
    for (const button of buttons) {
      const to = step + Number(button.dataset.offset)
      button.ariaDisabled = String(to < 0 || to >= heads.length)
    }
    for (const line of section.querySelectorAll<SVGElement>('[data-points]')) {
      const [x = 0, y = 0] = (JSON.parse(line.dataset.points ?? '[]') as [number, number][])[step] ?? []
      line.querySelector('circle')?.setAttribute('cx', String(x))
      line.querySelector('circle')?.setAttribute('cy', String(y))
    }
    const { title = '', day = '', lang = '' } = heads[step]?.dataset ?? {}
    const name = document.createElement('span')
    name.textContent = title
    if (lang !== '') name.lang = lang
    told.replaceChildren(name, day && `, ${day}`)
    slider.ariaValueText = told.textContent
  }
  const go = () => {
    show()
    const step = slider.value
    const href = heads[Number(step)]?.querySelector('a')?.href
    if (href !== undefined) void showPage(href, failed, () => slider.value === step)
  }
  slider.addEventListener('input', go)
  for (const button of buttons)
    button.addEventListener('click', () => {
      if (button.ariaDisabled === 'true') return
      slider.value = String(slider.valueAsNumber + Number(button.dataset.offset))
      go()
    })
  show()
  requireElement(section, HTMLElement, '.stepper').hidden = false
}

for (const section of document.querySelectorAll<HTMLElement>('[data-scrubber]')) startScrubber(section)

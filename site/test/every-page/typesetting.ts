// For suites: typographic errors. Each export is a script that runs in a page and returns the affected texts.

/** Tabular figures in the title font, whose zero is thin because the tabular zero has only one weight. */
export const thinZeros = `[...document.querySelectorAll('main *')]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.includes('0')))
  .filter((one) => {
    const { fontFamily, fontVariantNumeric } = getComputedStyle(one)
    return fontFamily.includes('Besley') && fontVariantNumeric.includes('tabular-nums')
  })
  .map((one) => one.textContent.trim())`

/** Lines that begin with a comma that follows another element. */
export const leadingCommas = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const before = text.previousElementSibling
    if (!text.textContent.startsWith(',') || !before || !text.parentElement.checkVisibility()) continue
    const range = document.createRange()
    range.setStart(text, 0)
    range.setEnd(text, 1)
    const last = [...before.getClientRects()].at(-1)
    if (last && range.getBoundingClientRect().top >= last.bottom) found.push(before.textContent.trim())
  }
  return found
})()`

/** Symbols that are on a line of their own instead of beside their words. */
export const strayedSigns = `[...document.querySelectorAll('main p > [aria-hidden]')]
  .filter((one) => [one, one.parentElement].every((box) => getComputedStyle(box).display === 'block'))
  .map((one) => one.parentElement.textContent.trim())`

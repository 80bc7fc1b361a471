// For suites: what a typesetter would object to. Each is a script for a page and returns the texts that it is about.

/** Figures in the font of titles whose zeros are thin: its tabular zero has one weight. */
export const thinZeros = `[...document.querySelectorAll('main *')]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.includes('0')))
  .filter((one) => {
    const { fontFamily, fontVariantNumeric } = getComputedStyle(one)
    return fontFamily.includes('Besley') && fontVariantNumeric.includes('tabular-nums')
  })
  .map((one) => one.textContent.trim())`

/** Lines that begin with the comma behind the text of another element. */
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

/** Signs beside words that stand on lines of their own. */
export const strayedSigns = `[...document.querySelectorAll('main p > [aria-hidden]')]
  .filter((one) => [one, one.parentElement].every((box) => getComputedStyle(box).display === 'block'))
  .map((one) => one.parentElement.textContent.trim())`

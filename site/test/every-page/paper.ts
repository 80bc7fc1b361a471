// For suites: problems of printed pages. Each export is a script that runs in a page and returns descriptions of elements.

/** Texts whose colour has a contrast below 4.5 with white, and texts on a dark background. */
export const faintOnPaper = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const linear = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  const luminance = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255)
  const found = []
  for (const one of document.querySelectorAll('body, body *')) {
    if (!one.checkVisibility() || one.closest('svg, canvas')) continue
    const { color, backgroundColor } = getComputedStyle(one)
    const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    const [r, g, b, alpha = 1] = channels(backgroundColor)
    if (one.textContent.trim() !== '' && alpha > 0.1 && luminance([r, g, b]) < 0.7) found.push(one.localName + '.' + one.className + ' on ' + backgroundColor)
    if (isText && 1.05 / (luminance(channels(color)) + 0.05) < 4.5)
      found.push(one.textContent.trim().slice(0, 30) + ' in ' + color)
  }
  return found
})()`

/** Visible elements that are useless on paper, such as navigation and forms. */
export const leadingOn = `[...document.querySelectorAll('body > header, nav, form, button, input, body > footer, aside, .api-call')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.outerHTML.slice(0, 80))`

/** Table heads that would not be repeated on the next sheet. */
export const headsOfTables = `[...document.querySelectorAll('thead')]
  .filter((one) => getComputedStyle(one).display !== 'table-header-group')
  .map((one) => one.textContent.trim())`

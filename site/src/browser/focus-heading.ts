/**
 * Moves the focus to a heading without scrolling. Used when the focused control is removed, after which the browser would
 * continue from the start of the page.
 */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Gives a heading the focus of a control that is gone, which would fall to the start of the page; nothing is scrolled. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A name as a script keeps it. */
export interface Named {
  readonly name: string
  readonly lang?: string
}

/** Shows a name; one that is not in the language of the page is marked with its own. */
export function showNamed(element: HTMLElement, { name, lang }: Named): void {
  element.textContent = name
  if (lang === undefined || lang === document.documentElement.lang) element.removeAttribute('lang')
  else element.lang = lang
}

/** A name and its language, if known. */
export interface LocalizedName {
  readonly name: string
  readonly lang?: string
}

/** Sets the text of an element to a name, and its `lang` if the name is not in the language of the page. */
export function showName(element: HTMLElement, { name, lang }: LocalizedName): void {
  element.textContent = name
  if (lang === undefined || lang === document.documentElement.lang) element.removeAttribute('lang')
  else element.lang = lang
}

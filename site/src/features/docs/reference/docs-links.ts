type ToLanguage = (address: string) => string

/** Adds the language of the page to a link if it leads to another page of the docs. */
export const docsHref = (address: string, href: ToLanguage): string =>
  /^\/(docs|errors)(?=[/#]|$)/.test(address) && !/\.(atom|json|md)$/.test(address) ? href(address) : address

/** Adds the language of the page to all links to pages of the docs in the HTML of a guide. */
export const linksInLanguage = (html: string, href: ToLanguage): string =>
  html.replaceAll(/(?<= href=")[^"]*(?=")/g, (address) => docsHref(address, href))

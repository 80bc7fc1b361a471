type ToLanguage = (address: string) => string

/** A link of the docs in the language of the page: one to another of its pages. */
export const docsHref = (address: string, href: ToLanguage): string =>
  /^\/(docs|errors)(?=[/#]|$)/.test(address) && !/\.(atom|json|md)$/.test(address) ? href(address) : address

/** The HTML of a guide with its links in the language of the page. */
export const linksInLanguage = (html: string, href: ToLanguage): string =>
  html.replaceAll(/(?<= href=")[^"]*(?=")/g, (address) => docsHref(address, href))

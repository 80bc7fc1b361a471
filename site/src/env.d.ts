/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    /** Asks the API in this process, as a page of somebody else would over HTTP; the site itself notes what is live. */
    ask: import('./lib/ask.ts').Ask
    /** Pictures that links to pages are shown with. */
    readonly cards: import('../cards/card.ts').Cards
    readonly api: import('../../data/api/api.ts').Api
    readonly hasSignIn: boolean
    /** The service's clock, ms since 1970: by it pages tell ages. */
    readonly now: number
    /** Of the log line, for a page that says that it failed. */
    readonly requestId: string
    /** Told of what a page throws. */
    readonly onError: (error: unknown) => void
    /** The address that the reader asked for, whatever page answers; set by the site itself. */
    asked: string
    /** The page of that address threw; set by the site itself. */
    hasFailed?: true
    /** Why the address means no patch; set by the site itself. */
    patchFault?: import('./lib/at-patch.ts').PatchFault
    /** The language of the page's data; set by the site itself. */
    locale: import('../../data/api/locales.ts').Locale
    /** An address of the site in that language; set by the site itself. */
    href: (address: string) => string
    /** Every setting of the service, with its default. */
    readonly settings: readonly { readonly name: string; readonly help: string; readonly default: string }[]
    /** Where people reach this service, for what they copy. */
    readonly origin: string
    readonly patches: import('../../data/api/patches.ts').PatchIndex
  }
}

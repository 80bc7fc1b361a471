/// <reference types="astro/client" />
import type { Locale } from '../../data/api/model/values/locales.ts'
import type { Cards } from '../cards/card.ts'
import type { ApiClient, SiteLocals } from '../server/site-interface.ts'
import type { Translate } from './messages/translate.ts'
import type { PatchError } from './request/at-patch.ts'

declare global {
  namespace App {
    interface Locals extends Omit<SiteLocals, 'fetchApi' | 'picture'> {
      /** The middleware wraps it to record answers with live data. */
      fetchApi: ApiClient
      /** The pictures that link previews show. */
      readonly cards: Cards

      // Set by the middleware:
      /** The address that the client requested, whichever page answers. */
      requested: string
      /** The page of that address threw an error. */
      hasFailed?: true
      /** The problem if the URL names no valid patch. */
      patchError?: PatchError
      /** The language of the page and its data. */
      locale: Locale
      /** The page's own words in that language. */
      t: Translate
      /**
       * The language of a text of the data: that of the page, or English where the page shows that in its place.
       * Nothing on English pages.
       */
      langOf: (text: string) => Locale | undefined
      /** Adds that language to an address of the site. */
      href: (address: string) => string
    }
  }
}

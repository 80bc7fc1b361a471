import { fallbackLocale, locales, type Locale } from '../../../data/api/model/values/locales.ts'

/** The native name of each language. */
export const languages: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ko: '한국어',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
}

/** The language of a page, from `?locale=<code>` of its URL; English if the API does not have that language. */
export const localeOf = ({ searchParams }: URL): Locale =>
  locales.find((one) => one === searchParams.get('locale')) ?? fallbackLocale

/** The query that links and API calls of a page add for its language; empty for English. */
export const localeQuery = (locale: Locale = fallbackLocale): Record<string, string> =>
  locale === fallbackLocale ? {} : { locale }

/** Adds a language to a URL of the site, such as `/market?seller=Wick#listings`. */
export function hrefIn(locale: Locale = fallbackLocale, address: string): string {
  if (locale === fallbackLocale) return address
  const [, path, query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(address) ?? []
  const search = new URLSearchParams(query)
  search.set('locale', locale)
  return `${path}?${search}${fragment}`
}

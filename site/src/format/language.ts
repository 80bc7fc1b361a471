import { fallbackLocale, locales, type Locale } from '../../../data/api/model/values/locales.ts'

/** What speakers call their language. */
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

/** The language of a page's data: `?locale=<code>` of its URL; English where that is not a language of the API. */
export const localeOf = ({ searchParams }: URL): Locale =>
  locales.find((one) => one === searchParams.get('locale')) ?? fallbackLocale

/** What a page's own links and questions add for its language; nothing for English. */
export const localeQuery = (locale: Locale = fallbackLocale): Record<string, string> =>
  locale === fallbackLocale ? {} : { locale }

/** An address of the site, `/market?seller=Wick#listings`, in a language. */
export function hrefIn(locale: Locale = fallbackLocale, address: string): string {
  if (locale === fallbackLocale) return address
  const [, path, query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(address) ?? []
  const search = new URLSearchParams(query)
  search.set('locale', locale)
  return `${path}?${search}${fragment}`
}

import { fallbackLocale, locales, type Locale } from '../../../data/api/locales.ts'

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

/** The language of a page's data: `?locale=<code>` of its URL; English where that is no language of the API. */
export const localeOf = ({ searchParams }: URL): Locale =>
  locales.find((one) => one === searchParams.get('locale')) ?? fallbackLocale

/** What a page's own links and questions add for its language; nothing for English. */
export const localeQuery = (locale: Locale = fallbackLocale): Record<string, string> =>
  locale === fallbackLocale ? {} : { locale }

/** The address of a page that no patch is chosen for. */
export function hrefIn(locale: Locale, path: string): string {
  const query = new URLSearchParams(localeQuery(locale))
  return query.size > 0 ? `${path}?${query}` : path
}

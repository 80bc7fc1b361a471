import { locales } from './messages.ts'

/**
 * The attributes of the script tag: `data-key`, `data-locale`, `data-at-patch`, `data-branch`, `data-names`,
 * `data-colors`, `data-touch`, `data-theme`.
 */
export interface Settings {
  /** URL of the service, with a trailing slash: that of the script without its name. */
  readonly base: string
  readonly key: string | undefined
  /** Whether the page belongs to the service, which gives its own pages details without a key. */
  readonly isOwnPage: boolean
  /** The locale of the script tag, otherwise the current language of the page. */
  readonly locale: string
  readonly atPatch: string | undefined
  readonly branch: string | undefined
  /** Which links get the item's name as their text: those without a text of their own, all, or none. */
  readonly names: 'missing' | 'all' | 'none'
  /** Whether links get the colour of their item's rarity; without it, and without names, nothing is requested before the first card. */
  readonly hasColors: boolean
  /** Whether the first tap shows the card; otherwise a tap follows the link. */
  readonly hasTouch: boolean
  /** Set if the background of links should not be detected. */
  readonly theme: ColorScheme | undefined
}

export type ColorScheme = 'dark' | 'light'

/** Reads the attributes of the script tag. */
export function readSettings({ src, dataset }: HTMLScriptElement): Settings {
  const { key, locale, atPatch, branch, names, colors, touch, theme } = dataset
  const base = new URL('.', src)
  return {
    base: base.href,
    key,
    isOwnPage: base.origin === location.origin,
    get locale() {
      return localeOf(locale ?? document.documentElement.lang)
    },
    atPatch,
    branch,
    names: names === 'all' || names === 'none' ? names : 'missing',
    hasColors: colors !== 'none',
    hasTouch: touch !== 'none',
    theme: theme === 'dark' || theme === 'light' ? theme : undefined,
  }
}

/** Returns the locale of the service for a language tag such as `de-AT` or `zh-TW`. */
export function localeOf(tag: string): string {
  if (locales.includes(tag)) return tag
  const [language = '', ...subtags] = tag.toLowerCase().split(/[-_]/)
  if (language === 'zh') return isTraditional(subtags) ? 'zh-Hant' : 'zh-Hans'
  return locales.find((locale) => locale.toLowerCase().split('-')[0] === language) ?? 'en'
}

/** Decides by the script of the tag, or by its region if it has no script. */
function isTraditional(subtags: readonly string[]): boolean {
  const script = subtags.find((subtag) => subtag === 'hans' || subtag === 'hant')
  return script ? script === 'hant' : ['tw', 'hk', 'mo'].includes(subtags[0] ?? '')
}

import { oneOf } from './codecs.ts'
import type { Param } from './params.ts'

/** The locales of texts; the others fall back to English. */
export const locales = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans', 'zh-Hant'] as const

export type Locale = (typeof locales)[number]

export const fallbackLocale: Locale = 'en'

/** Localization key to text in one locale of one patch, English where that locale has none. */
export interface Texts {
  get(key: string): string | undefined
}

/** `locale=<code>`; without a default, texts stay the raw keys. */
export function localeParam(byDefault?: Locale): Param {
  return {
    codec: oneOf(locales),
    default: byDefault,
    summary: byDefault
      ? 'Language of the texts; English where it lacks one.'
      : 'Resolves localization keys to texts of this language; without it the raw keys stand.',
  }
}

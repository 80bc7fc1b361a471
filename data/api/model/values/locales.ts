import { oneOf } from './codecs.ts'
import type { Param } from './params.ts'

/** The locales of texts. */
export const locales = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans', 'zh-Hant'] as const

export type Locale = (typeof locales)[number]

export const fallbackLocale: Locale = 'en'

/** Whether a locale lacks a text that its file names: as in gettext, an empty translation is none. English is not translated. */
export const isUntranslated = (locale: Locale, text: string): boolean => text === '' && locale !== fallbackLocale

/** The texts of one patch in one locale by localization key; a text that is missing in that locale is in English. */
export interface Texts {
  get(key: string): string | undefined
}

/** The parameter `locale`. Without a default, localization keys are not resolved unless a request names a locale. */
export function localeParam(byDefault?: Locale): Param {
  return {
    codec: oneOf(locales),
    default: byDefault,
    summary: byDefault
      ? 'Language of the texts; English where it lacks one.'
      : 'Resolves localization keys to texts of this language; without it the raw keys stand.',
  }
}

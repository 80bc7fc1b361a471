import type { Locale } from '../../../data/api/model/values/locales.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import ptBR from './pt-BR.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import zhHans from './zh-Hans.json' with { type: 'json' }
import zhHant from './zh-Hant.json' with { type: 'json' }
import { translator, type Catalog, type Translate } from './translate.ts'

/** The pages' own words in each language. English is the source: a message that another lacks is a type error. */
export const catalogs: Readonly<Record<Locale, Catalog>> = {
  de,
  en,
  es,
  fr,
  ja,
  ko,
  'pt-BR': ptBR,
  ru,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}

const translators = new Map<Locale, Translate>()

export function translateTo(locale: Locale): Translate {
  const made = translators.get(locale) ?? translator(locale, catalogs[locale])
  translators.set(locale, made)
  return made
}

/** For feeds, cards and whatever else is English alone. */
export const inEnglish = translateTo('en')

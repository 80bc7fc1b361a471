import type { Translate } from '../messages/translate.ts'

/** Abbreviations in columns and slugs, and other words to replace. */
const abbreviations: Readonly<Record<string, string>> = {
  ...{ xp: 'XP', lv: 'level', hp: 'health', 'can use': 'usable' },
  // The chapter of a quest is the quest that comes before it.
  chapter: 'previous quest',
}

/** Puts the name of a column or a slug into words: `gear_score` becomes `Gear score`. */
export function humanize(name: string): string {
  const text = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/\b(xp|lv|hp|can use|chapter)\b/g, (short) => abbreviations[short] ?? short)
    .trim()
  return upperFirst(text)
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The label of a column: `loot_table_id` is the loot table, `is_daily` is daily. English for columns without a message. */
export function columnLabel(t: Translate, column: string): string {
  const name = columnWords(column)
  return t.find(`column.${name}`) ?? humanize(name)
}

/** The label of a resource; English if the language has no word for it. */
export const resourceLabel = (t: Pick<Translate, 'find'>, resource: string): string =>
  t.find(`resource.${resource}`) ?? humanize(resource)

/** The name of a column without affixes that are meant for programs, such as `is_` and `_id`. */
export const columnWords = (column: string): string =>
  column.replace(/^is_(?=.)|_(ids?|url)$/g, '').replace(/^desc(_data)?$/, 'description')

/** The label of a column inside a sentence. */
export const columnInSentence = (column: string, t: Translate): string =>
  t.find(`change.${column}`) ?? lowerFirst(columnLabel(t, column), t.locale)

/** Nouns keep their capital in German. */
const lowerFirst = (text: string, locale: string) =>
  locale === 'de' ? text : text.charAt(0).toLocaleLowerCase(locale) + text.slice(1)

export const formatNumber = (value: number): string => value.toLocaleString('en')

/** Puts the id of a row without a name into words: `id.item.ember_lantern_5001` becomes `Ember lantern 5001`. */
export const humanizeId = (id: string): string => humanize(id.replace(/^id\.[a-z_]+\./, ''))

/**
 * Puts the id of a part into words without the beginning that it shares with its owner's id:
 * `id.monster_ability.bog_wight_lunge` of `id.monster.bog_wight_elite` becomes `Lunge`.
 */
export function humanizePart(id: string, owner: string): string {
  const [words, ofOwner] = [id, owner].map((one) => humanizeId(one).split(' '))
  const shared = words?.findIndex((word, place) => word !== ofOwner?.[place]) ?? 0
  return upperFirst(words?.slice(Math.max(0, shared)).join(' ') ?? id)
}

/**
 * Puts a slug into words: of `Type.Spell.Cast.Channel` and `EDCMerchantServiceType::Buy` the last part, and
 * `drawn_to_light` as `Drawn to light`. Other slugs are returned unchanged.
 */
export function humanizeSlug(slug: string): string {
  if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(slug)) return humanize(slug)
  if (!/^\w+(\.\w+)+$|^\w+::\w+$/.test(slug)) return slug
  return (slug.split(/\.|::/).at(-1) ?? slug).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

/** The label of a slug, or the slug in words if it has none. */
export const labelFor = (labels: Readonly<Record<string, { readonly label: string }>>, slug: string): string =>
  labels[slug]?.label ?? humanize(slug)

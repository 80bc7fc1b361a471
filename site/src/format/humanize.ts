import type { Translate } from '../messages/translate.ts'

/** What columns and slugs abbreviate. */
const abbreviations: Readonly<Record<string, string>> = {
  ...{ xp: 'XP', lv: 'level', hp: 'health', 'can use': 'usable' },
  // The chapter of a quest is the quest that comes before it.
  chapter: 'previous quest',
}

/** `gear_score` as people read it. */
export function humanize(name: string): string {
  const text = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/\b(xp|lv|hp|can use|chapter)\b/g, (short) => abbreviations[short] ?? short)
    .trim()
  return upperFirst(text)
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * A column as a label: `loot_table_id` is the loot table, `is_daily` is daily or not. English where it is not a column
 * that the API declares.
 */
export function columnLabel(t: Translate, column: string): string {
  const name = columnWords(column)
  return t.find(`column.${name}`) ?? humanize(name)
}

/** What a resource is called; English where the language has no word for it. */
export const resourceLabel = (t: Pick<Translate, 'find'>, resource: string): string =>
  t.find(`resource.${resource}`) ?? humanize(resource)

/** A column without what tells programs how to read it. */
export const columnWords = (column: string): string =>
  column.replace(/^is_(?=.)|_(ids?|url)$/g, '').replace(/^desc(_data)?$/, 'description')

/** A column within a sentence. */
export const wordOf = (column: string, t: Translate): string =>
  t.find(`change.${column}`) ?? lowerFirst(columnLabel(t, column), t.locale)

/** Nouns keep their capital in German. */
const lowerFirst = (text: string, locale: string) =>
  locale === 'de' ? text : text.charAt(0).toLocaleLowerCase(locale) + text.slice(1)

export const formatNumber = (value: number): string => value.toLocaleString('en')

/** `id.item.ember_lantern_5001` to `Ember lantern 5001`, where there is no name. */
export const humanizeId = (id: string): string => humanize(id.replace(/^id\.[a-z_]+\./, ''))

/** `id.monster_ability.bog_wight_lunge` of `id.monster.bog_wight_elite` to `Lunge`: without what both ids begin with. */
export function humanizePart(id: string, owner: string): string {
  const [words, ofOwner] = [id, owner].map((one) => humanizeId(one).split(' '))
  const shared = words?.findIndex((word, place) => word !== ofOwner?.[place]) ?? 0
  return upperFirst(words?.slice(Math.max(0, shared)).join(' ') ?? id)
}

/**
 * `Type.Spell.Cast.Channel` and `EDCMerchantServiceType::Buy` by their last part, `drawn_to_light` and `SpellPoints`
 * among them in words; the rest as it is.
 */
export function humanizeSlug(slug: string): string {
  if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(slug)) return humanize(slug)
  if (!/^\w+(\.\w+)+$|^\w+::\w+$/.test(slug)) return slug
  return (slug.split(/\.|::/).at(-1) ?? slug).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

/** What a slug is called, or the slug in words. */
export const labelFor = (labels: Readonly<Record<string, { readonly label: string }>>, slug: string): string =>
  labels[slug]?.label ?? humanize(slug)

import type { LocalizedName } from './localized-name.ts'

/** A thing as the browser stores it, with the name that it had at that time. Entries of old versions have no `lang`. */
export interface StoredThing extends LocalizedName {
  readonly id: string
  /** Path of its list's page, such as `/items`. */
  readonly list: string
}

interface Expected {
  readonly id: RegExp
  readonly max: number
}

/** Parses stored things, at most `max` of them. Invalid entries are left out. */
export function readThings(text: string | null, { id: idPattern, max }: Expected): readonly StoredThing[] {
  const isThing = (one: unknown): one is StoredThing => {
    const { id, list, name, lang } = (one ?? {}) as Partial<Record<keyof StoredThing, unknown>>
    return (
      isMatch(id, idPattern) &&
      isMatch(list, /^\/[\w-]{1,60}$/) &&
      isMatch(name, /^[^]{0,200}$/) &&
      (lang === undefined || isMatch(lang, /^[A-Za-z-]{2,10}$/))
    )
  }
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isThing).slice(0, max) : []
  } catch {
    return []
  }
}

const isMatch = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)

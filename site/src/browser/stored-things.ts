import type { Named } from './named-text.ts'

/** What a browser stores of a thing, with the name that it had at that time; `lang` is unknown of what was stored before names had one. */
export interface StoredThing extends Named {
  readonly id: string
  /** The path of its list's page: `/items`. */
  readonly list: string
}

interface Expected {
  readonly id: RegExp
  readonly max: number
}

/** The stored things; invalid entries are left out. */
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

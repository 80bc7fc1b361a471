import { isLanguageOrNone } from '../named-text.ts'

/** A thing in the tray, with its name at that time. */
export interface TrayThing {
  /** As the address of a comparison names it: an id, or that `@` a patch. */
  readonly id: string
  /** The path of its list's page: `/items`. */
  readonly list: string
  readonly name: string
  /** Of the name; unknown of what was kept before names had one. */
  readonly lang?: string
}

export const trayKey = 'compare'
/** As many as a comparison shows. */
export const maxInTray = 4

const isThing = (one: unknown): one is TrayThing => {
  const { id, list, name, lang } = (one ?? {}) as Partial<Record<keyof TrayThing, unknown>>
  return (
    typeof id === 'string' &&
    /^[\w.:@-]{1,220}$/.test(id) &&
    typeof list === 'string' &&
    /^\/[\w-]{1,60}$/.test(list) &&
    typeof name === 'string' &&
    name.length <= 200 &&
    isLanguageOrNone(lang)
  )
}

/** What is stored, in the order in which it was added; invalid entries are left out. */
export function readTray(text: string | null): readonly TrayThing[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isThing).slice(0, maxInTray) : []
  } catch {
    return []
  }
}

export const isInTray = (tray: readonly TrayThing[], id: string): boolean => tray.some((one) => one.id === id)

/** Toggles an entry. A new one comes last; the first is removed if the tray is full, and so are entries of other lists. */
export function toggledInTray(tray: readonly TrayThing[], thing: TrayThing): readonly TrayThing[] {
  if (isInTray(tray, thing.id)) return tray.filter(({ id }) => id !== thing.id)
  return [...tray.filter(({ list }) => list === thing.list), thing].slice(-maxInTray)
}

/** The comparison of what is in the tray. */
export const trayHref = (tray: readonly TrayThing[]): string =>
  `/compare?${new URLSearchParams({ ids: tray.map(({ id }) => id).join(',') })}`

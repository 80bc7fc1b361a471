import { readThings, type StoredThing } from '../stored-things.ts'

/** A thing in the tray; its id is as the address of a comparison names it: an id, or that `@` a patch. */
export type TrayThing = StoredThing

export const trayKey = 'compare'
/** As many as a comparison shows. */
export const maxInTray = 4

/** What is stored, in the order in which it was added; invalid entries are left out. */
export const readTray = (text: string | null): readonly TrayThing[] =>
  readThings(text, { id: /^[\w.:@-]{1,220}$/, max: maxInTray })

export const isInTray = (tray: readonly TrayThing[], id: string): boolean => tray.some((one) => one.id === id)

/** Toggles an entry. A new one comes last; the first is removed if the tray is full, and so are entries of other lists. */
export function toggledInTray(tray: readonly TrayThing[], thing: TrayThing): readonly TrayThing[] {
  if (isInTray(tray, thing.id)) return tray.filter(({ id }) => id !== thing.id)
  return [...tray.filter(({ list }) => list === thing.list), thing].slice(-maxInTray)
}

/** The comparison of what is in the tray. */
export const trayHref = (tray: readonly TrayThing[]): string =>
  `/compare?${new URLSearchParams({ ids: tray.map(({ id }) => id).join(',') })}`

import { readThings, type StoredThing } from '../stored-things.ts'

/** A thing in the tray. Its id has the form used in the URL of a comparison: `<id>` or `<id>@<patch>`. */
export type TrayThing = StoredThing

export const trayKey = 'compare'
/** Number of things that a comparison shows at most. */
export const maxInTray = 4

/** Parses the stored tray, oldest entry first. Invalid entries are left out. */
export const readTray = (text: string | null): readonly TrayThing[] =>
  readThings(text, { id: /^[\w.:@-]{1,220}$/, max: maxInTray })

export const isInTray = (tray: readonly TrayThing[], id: string): boolean => tray.some((one) => one.id === id)

/** Removes a thing from the tray or appends it. Appending removes things of other lists, and the first if the tray is full. */
export function toggleInTray(tray: readonly TrayThing[], thing: TrayThing): readonly TrayThing[] {
  if (isInTray(tray, thing.id)) return tray.filter(({ id }) => id !== thing.id)
  return [...tray.filter(({ list }) => list === thing.list), thing].slice(-maxInTray)
}

interface Dropped {
  readonly reason: 'oneKind' | 'atMost'
  readonly things: readonly TrayThing[]
}

/** Returns the things that `toggleInTray` removes in favour of another; undefined if there are none. */
export function droppedFor(tray: readonly TrayThing[], thing: TrayThing): Dropped | undefined {
  const next = toggleInTray(tray, thing)
  const things = tray.filter(({ id }) => id !== thing.id && !isInTray(next, id))
  if (things.length === 0) return undefined
  return { reason: things.some(({ list }) => list !== thing.list) ? 'oneKind' : 'atMost', things }
}

/** Returns the path and query of the comparison of all things in the tray. */
export const trayHref = (tray: readonly TrayThing[]): string =>
  `/compare?${new URLSearchParams({ ids: tray.map(({ id }) => id).join(',') })}`

import type { Row } from './ask.ts'
import { humanizeId } from './humanize.ts'

/** How a row is called. */
export const nameOf = (row: Row): string => String(row.name ?? row.title ?? humanizeId(String(row.id)))

/** The address of its icon, however the row carries it. */
export function iconOf({ icon_url, icon }: Row): string | undefined {
  if (typeof icon_url === 'string') return icon_url
  if (typeof icon !== 'object' || icon === null) return undefined
  const { url } = icon as { url?: unknown }
  return typeof url === 'string' ? url : undefined
}

/** The address of its picture: its icon, else its portrait. */
export const pictureOf = (row: Row): string | undefined =>
  iconOf(row) ?? (typeof row.portrait_url === 'string' ? row.portrait_url : undefined)

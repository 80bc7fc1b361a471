import type { Row } from './api-response.ts'
import { humanizeId } from './humanize.ts'

/** The name or title of a row, or its id in words. */
export const nameOf = (row: Row): string => String(row.name ?? row.title ?? humanizeId(String(row.id)))

/** The URL of a row's icon, from `icon_url` or `icon.url`. */
export function iconOf({ icon_url, icon }: Row): string | undefined {
  if (typeof icon_url === 'string') return icon_url
  if (typeof icon !== 'object' || icon === null) return undefined
  const { url } = icon as { url?: unknown }
  return typeof url === 'string' ? url : undefined
}

/** The URL of a row's icon or, if it has none, of its portrait. */
export const pictureOf = (row: Row): string | undefined =>
  iconOf(row) ?? (typeof row.portrait_url === 'string' ? row.portrait_url : undefined)

import { canonicalId } from '../../data/api/model/values/raw-key.ts'
import { localeOf, type Settings } from './settings.ts'

/** Selects elements that may be links to items. */
export const linkSelector = 'a[href],[data-item]'

const idPattern = /^(?:id\.item\.|Id_Item_)[\w.-]+$/

/** Returns the canonical id of the item that an element links to or names in `data-item`. */
export function itemOf(element: Element, { base }: Settings): string | undefined {
  const id = element.getAttribute('data-item') ?? idInHref(element, base)
  return id !== undefined && idPattern.test(id) ? canonicalId(id) : undefined
}

function idInHref(element: Element, base: string): string | undefined {
  if (!(element instanceof HTMLAnchorElement)) return undefined
  const address = element.origin + element.pathname
  if (!address.startsWith(base)) return undefined
  const segment = /^(?:v[12]\/)?items\/([^/]+)\/?$/.exec(address.slice(base.length))?.[1]
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Returns the link to an item that contains an event's target, and the id of the item. */
export function linkAt(target: EventTarget | null, settings: Settings): { link: HTMLElement; id: string } | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>(linkSelector) : null
  const id = link ? itemOf(link, settings) : undefined
  return link && id !== undefined ? { link, id } : undefined
}

const plainAttributes = ['quantity', 'found-by', 'loot-state', 'class', 'is-tradeable', 'amount']

/** Returns locale and patch of a link: its own `data-*`, otherwise those of the script tag. */
export function localeAndPatchOf(link: HTMLElement, settings: Settings) {
  const { locale, atPatch, branch } = link.dataset
  return {
    locale: locale === undefined ? settings.locale : localeOf(locale),
    atPatch: atPatch ?? settings.atPatch,
    branch: branch ?? settings.branch,
  }
}

/** Returns locale and patch of a link as parameters, without defaults of the service. */
export function localeAndPatchQuery(link: HTMLElement, settings: Settings): URLSearchParams {
  const { locale, atPatch, branch } = localeAndPatchOf(link, settings)
  const query = new URLSearchParams()
  if (locale !== 'en') query.set('locale', locale)
  if (atPatch) query.set('at_patch', atPatch)
  if (branch) query.set('branch', branch)
  return query
}

/**
 * Returns the query of the tooltip, from the link's `data-*`: `data-primary-move-speed="3"` becomes
 * `primary[move_speed]=3`.
 */
export function queryOf(link: HTMLElement, settings: Settings): string {
  const query = localeAndPatchQuery(link, settings)
  for (const { name, value } of link.attributes) {
    const [, kind, field = ''] = /^data-(primary|secondary)-(.+)$/.exec(name) ?? []
    if (kind !== undefined) query.set(`${kind}[${field.replaceAll('-', '_')}]`, value)
    else if (plainAttributes.includes(name.slice(5)) && value !== '')
      query.set(name.slice(5).replaceAll('-', '_'), value)
  }
  query.sort()
  return query.toString()
}

import { jsonOf, type ApiClient } from '../format/ask.ts'
import type { PageCache } from '../../server/site-interface.ts'
import { facetsTarget, type LocalizedPatch } from './at-patch.ts'
import { cachedPerCatalog } from './cached-per-catalog.ts'

/** `{ <column>: { <slug>: { label, count } } }` of `/v2/facets?counts=true`. */
export type Facets = Readonly<Record<string, Readonly<Record<string, { label: string; count: number }>>>>

/** The same, where the counts may be missing. */
export type LabelsByColumn = Readonly<Record<string, Readonly<Record<string, { label: string; count?: number }>>>>

/** What slugs are called, with their counts. */
export type Labels = Facets[string]

/** The slugs of a resource's column; empty where no facet lists them. */
export const labelsOf = <T>(
  all: Readonly<Record<string, Readonly<Record<string, T>>>>,
  resource: string | undefined,
  column: string,
): Readonly<Record<string, T>> => all[`${resource}.${column}`] ?? all[column] ?? {}

const facets = cachedPerCatalog<Facets>('facets')

/** A label that is no more than the end of its slug, as a program writes it, in words: `SpellPoints` as `Spell points`. */
export const inWords = (all: Facets): Facets =>
  Object.fromEntries(
    Object.entries(all).map(([column, labels]) => [
      column,
      Object.fromEntries(
        Object.entries(labels).map(([slug, { label, ...one }]) => [slug, { ...one, label: wordsOf(label) }]),
      ),
    ]),
  )

const wordsOf = (label: string) =>
  /^[A-Z][a-z]+([A-Z][a-z]+)+$/.test(label)
    ? label.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : label

interface Asking {
  readonly fetchApi: ApiClient
  readonly pageCache: PageCache
}

/** What rarities are called, as JSON for a script; nothing where they are called what their slugs say. */
export async function rarityLabels(asking: Asking, patch: LocalizedPatch | undefined): Promise<string | undefined> {
  if (patch?.locale === undefined) return undefined
  const labels = labelsOf(await facetsAt(asking, patch), 'items', 'rarity')
  return JSON.stringify(Object.fromEntries(Object.entries(labels).map(([slug, { label }]) => [slug, label])))
}

/** The facets of a patch in its language; empty where the API has none. */
export const facetsAt = ({ fetchApi, pageCache }: Asking, patch: LocalizedPatch | undefined) =>
  facets(pageCache, `${patch?.id} ${patch?.locale}`, async () =>
    inWords((jsonOf(await fetchApi(facetsTarget(patch))) as Facets | undefined) ?? {}),
  )

import { jsonOf, type ApiClient } from '../format/api-response.ts'
import type { PageCache } from '../../server/site-interface.ts'
import type { VariantLabels } from '../format/variant-label.ts'
import { facetsTarget, type LocalizedPatch } from './at-patch.ts'
import { cachedPerCatalog } from './cached-per-catalog.ts'

/** `{ <column>: { <slug>: { label, count } } }` of `/v2/facets?counts=true`. */
export type Facets = Readonly<Record<string, Readonly<Record<string, { label: string; count: number }>>>>

/** Like `Facets`, but counts may be missing. */
export type LabelsByColumn = Readonly<Record<string, Readonly<Record<string, { label: string; count?: number }>>>>

/** Labels and counts of one column's slugs. */
export type Labels = Facets[string]

/** The labels of a resource's column; empty if no facet lists them. */
export const labelsOf = <T>(
  all: Readonly<Record<string, Readonly<Record<string, T>>>>,
  resource: string | undefined,
  column: string,
): Readonly<Record<string, T>> => all[`${resource}.${column}`] ?? all[column] ?? {}

const facets = cachedPerCatalog<Facets>('facets')

/** Puts labels in CamelCase, which are ends of slugs, into words: `SpellPoints` becomes `Spell points`. */
export const humanizeFacets = (all: Facets): Facets =>
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

/** Labels of rarities, as JSON for a script; undefined in English, where labels equal the slugs in words. */
export async function rarityLabels(asking: Asking, patch: LocalizedPatch | undefined): Promise<string | undefined> {
  if (patch?.locale === undefined) return undefined
  const labels = labelsOf(await facetsAt(asking, patch), 'items', 'rarity')
  return JSON.stringify(Object.fromEntries(Object.entries(labels).map(([slug, { label }]) => [slug, label])))
}

/** Labels that distinguish rows of one name. */
export async function variantLabelsAt(asking: Asking, patch: LocalizedPatch | undefined): Promise<VariantLabels> {
  const all = await facetsAt(asking, patch)
  return {
    rarity: withoutCounts(labelsOf(all, 'items', 'rarity')),
    tier: withoutCounts(labelsOf(all, 'monsters', 'tier')),
  }
}

const withoutCounts = (labels: Labels) =>
  Object.fromEntries(Object.entries(labels).map(([slug, { label }]) => [slug, { label }]))

/** Returns the facets of a patch in its language; empty if the API has none. Throws if the API refuses or fails. */
export const facetsAt = ({ fetchApi, pageCache }: Asking, patch: LocalizedPatch | undefined) =>
  facets(pageCache, `${patch?.id} ${patch?.locale}`, async () =>
    humanizeFacets((jsonOf(await fetchApi(facetsTarget(patch))) as Facets | undefined) ?? {}),
  )

import type { Column, Derived } from './columns.ts'

const derivedDescriptions: Record<Derived, string> = {
  position: 'Place of the row in the order of ids, from 1.',
  patch_id: 'The patch that the row was read at.',
  patch_version: 'Version of the patch that brought this content.',
  captured_at: 'When this was observed; the import of its patch where the bundle does not say.',
}

/** Describes a column in sentences, from its declaration alone. */
export function columnDescription(column: Column): string {
  const { kind, derived, localizable, facet, asset, references = [], summary } = column
  if (derived) return derivedDescriptions[derived]
  if (kind) return `Canonical id: \`id.${kind}.<slug>\`.`
  const parts = summary === undefined ? [] : [summary]
  if (asset)
    parts.push(
      asset.displayed === 'object'
        ? `The picture (${asset.media}).`
        : `Address of the asset (${asset.media}); the bytes at an address never change.`,
    )
  for (const { path, to, by } of references) {
    const inside = /[.[]/.test(path) ? ` at \`${path}\`` : ''
    parts.push(by === 'id' ? `Names ${to.join(' or ')}${inside}.` : `An archetype of ${to.join(' or ')}${inside}.`)
  }
  if (localizable) parts.push('A text or a localization key, which `locale` resolves.')
  if (facet) parts.push('An open enumeration: its values are in `/v2/facets`.')
  return parts.join(' ')
}

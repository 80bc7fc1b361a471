import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { FacetLabels } from '../../data/store/catalog/catalog-counts.ts'
import type { CatalogWriter } from '../../data/store/catalog/catalog-writer.ts'
import type { Bundle } from './bundle.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { addIssues } from './issues.ts'
import { readJson } from './patch-file.ts'

const texts = z.record(z.string(), z.string())
export const facetLabels: z.ZodType<FacetLabels> = z.record(z.string(), texts)

/** Stores the files that are read as a whole, as `TextWork` packed them; describes the validation errors of those that it did not. */
export function storeDocuments(
  bundle: Bundle,
  { writer, patchId, errors }: { writer: CatalogWriter; patchId: number; errors: ValidationErrors },
  packed: ReadonlyMap<string, Uint8Array | undefined>,
): void {
  for (const [name, content] of packed)
    if (content) writer.setDocument(patchId, name, content)
    else describeErrors(bundle, name, errors)
}

function describeErrors(bundle: Bundle, name: string, errors: ValidationErrors): void {
  const parsed = readJson(bundle, name, errors)
  if (parsed === undefined) return
  const checked = (name === 'facets.json' ? facetLabels : texts).safeParse(parsed)
  if (checked.error) addIssues(errors, name, 0, parsed, checked.error.issues)
}

/** The facet labels in effect at a patch, its own or a parent's. */
export function facetLabelsAt(writer: CatalogWriter, patchId: number): FacetLabels {
  const source = writer.sources(patchId).get('facets.json')
  const packed = source === undefined ? undefined : writer.document(source, 'facets.json')
  return packed ? facetLabels.parse(JSON.parse(brotliDecompressSync(packed).toString())) : {}
}

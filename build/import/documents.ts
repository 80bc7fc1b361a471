import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { z } from 'zod'
import type { FacetLabels } from '../../data/store/catalog/catalog-counts.ts'
import type { CatalogWriter } from '../../data/store/catalog/catalog-writer.ts'
import type { Bundle } from './bundle.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { addIssues } from './issues.ts'
import { readJson } from './patch-file.ts'

const texts = z.record(z.string(), z.string())
export const facetLabels: z.ZodType<FacetLabels> = z.record(z.string(), texts)

const isDocument = (name: string) => name === 'facets.json' || name.startsWith('locales/')

/** Checks and stores the files that are read as a whole: facet labels and locales. Returns their names. */
export function storeDocuments(
  bundle: Bundle,
  writer: CatalogWriter,
  patchId: number,
  errors: ValidationErrors,
): string[] {
  const names = [...bundle.files.keys()].filter(isDocument)
  for (const name of names) {
    const parsed = readJson(bundle, name, errors)
    if (parsed === undefined) continue
    const checked = (name === 'facets.json' ? facetLabels : texts).safeParse(parsed)
    if (checked.success) writer.setDocument(patchId, name, pack(parsed))
    else addIssues(errors, name, 0, parsed, checked.error.issues)
  }
  return names
}

const pack = (value: unknown): Buffer =>
  brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

/** The facet labels in effect at a patch, its own or a parent's. */
export function facetLabelsAt(writer: CatalogWriter, patchId: number): FacetLabels {
  const source = writer.sources(patchId).get('facets.json')
  const packed = source === undefined ? undefined : writer.document(source, 'facets.json')
  return packed ? facetLabels.parse(JSON.parse(brotliDecompressSync(packed).toString())) : {}
}

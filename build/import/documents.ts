import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { isNamed } from '../../data/api/model/resource.ts'
import type { FacetLabels } from '../../data/store/catalog/catalog-counts.ts'
import type { CatalogWriter } from '../../data/store/catalog/catalog-writer.ts'
import type { Bundle } from './bundle.ts'
import { isDocument } from './texts/text-work.ts'
import type { TextWorker } from './texts/text-worker.ts'
import { ValidationErrors } from './validation-errors.ts'
import { addIssues } from './add-issues.ts'
import { readJson } from './patch-file.ts'

const texts = z.record(z.string(), z.string())
const facetLabels: z.ZodType<FacetLabels> = z.record(z.string(), texts)

interface PackOptions {
  readonly writer: CatalogWriter
  readonly patchId: number
  readonly worker: TextWorker
}

/**
 * Starts packing the files that are read as a whole: texts and facet labels. `store` writes them and returns their
 * validation errors. It is called after the rows are stored, so that the same bundle always gives the same catalog.
 */
export function packDocuments(
  bundle: Bundle,
  { writer, patchId, worker }: PackOptions,
): { store: () => Promise<ValidationErrors> } {
  const names = [...bundle.files.keys()].filter(isDocument)
  for (const name of names) writer.setSource(patchId, name)
  const kinds = [...writer.api.resources.values()].filter(isNamed).map(({ name }) => name)
  const packing = worker.pack({ folder: bundle.folder, names, kinds })
  return {
    async store() {
      const errors = new ValidationErrors()
      const packed = await packing
      names.forEach((name, nth) => {
        const content = packed[nth]
        if (content) writer.setDocument(patchId, name, content)
        else describeErrors(bundle, name, errors)
      })
      return errors
    },
  }
}

function describeErrors(bundle: Bundle, name: string, errors: ValidationErrors): void {
  const parsed = readJson(bundle, name, errors)
  if (parsed === undefined) return
  const checked = (name === 'facets.json' ? facetLabels : texts).safeParse(parsed)
  if (checked.error) addIssues(errors, name, 0, parsed, checked.error.issues)
  else errors.add(name, 0, '', 'a file that can be read, without a key "__proto__"', parsed)
}

/** The facet labels of a patch, its own or inherited. */
export function facetLabelsAt(writer: CatalogWriter, patchId: number): FacetLabels {
  const source = writer.sources(patchId).get('facets.json')
  const packed = source === undefined ? undefined : writer.document(source, 'facets.json')
  return packed ? facetLabels.parse(JSON.parse(brotliDecompressSync(packed).toString())) : {}
}

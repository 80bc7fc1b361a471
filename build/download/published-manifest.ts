import { z } from 'zod'
import type { Manifest } from '../../data/api/static/manifest.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const shape = z.object({
  format: z.literal(1),
  catalog: hash,
  state: z.string(),
  patches: z.array(z.object({ id: z.number() })),
  scopes: z.record(
    z.string().regex(/^\d+$/),
    z.object({ fingerprint: z.string(), folders: z.record(z.string(), hash), bulk: hash.optional() }),
  ),
})

const isManifest = (value: unknown): value is Manifest => shape.safeParse(value).success

/** Parses the manifest of a published tree, without the fields that only a CDN needs. Throws if it is invalid. */
export function readPublishedManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text)
  if (!isManifest(value)) throw new Error('manifest.json is not one that this version reads.')
  return { ...value, pages: undefined, encodings: undefined }
}

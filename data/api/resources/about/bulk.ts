import { z } from 'zod'
import { bulkEncodings, bulkFolder, bulkFormats, bulkUrl } from '../../model/values/bulk-files.ts'
import { assetEndpoint, catalogEndpoint } from '../../model/endpoint.ts'
import { byPatchOrBranch, unscoped } from '../../model/patch-modes.ts'
import { scopeOf } from '../../model/store.ts'

const file = z
  .strictObject({
    patch_id: z.int().describe('Id of the patch.'),
    version: z.string().describe('Version of the patch.'),
    branch: z.string().describe('Branch of the patch.'),
    resource: z
      .string()
      .describe(
        'Resource whose rows it holds; `texts`, `icons`, `models` (with portraits), or `all` for rows of every resource.',
      ),
    format: z
      .enum(bulkFormats)
      .describe('`delta` has the changes against the parent patch, as `{ op, resource, id, row }`.'),
    locale: z.string().optional().describe('Language, of texts only.'),
    url: z.string().describe('Path of the file, which never changes.'),
    bytes: z.int().nonnegative().describe('Size of the file as it is served, in bytes.'),
    rows: z.int().nonnegative().describe('How many rows, texts or pictures it holds.'),
    sha256: z.string().describe('SHA-256 of the file as it is served, in hexadecimal.'),
    encoding: z.enum(bulkEncodings).describe('How the file itself is packed; there is no `Content-Encoding`.'),
  })
  .meta({ id: 'BulkFile' })

export const bulk = catalogEndpoint({
  id: 'bulk.list',
  path: '/v2/bulk',
  summary: 'A whole patch as files: rows, texts, pictures, one database, and what changed since its parent.',
  mode: byPatchOrBranch,
  rows: false,
  files: { folder: 'whole', by: 'whole' },
  schema: z.strictObject({
    body: z.array(file).describe('The files of the patch; none when it is not among the rendered ones, or not yet.'),
  }),
  answer({ patch }, store) {
    const body = store.bulk.of(scopeOf(patch)).map((one): z.infer<typeof file> => {
      const { resource, format, locale, bytes, rows, sha256, encoding } = one
      return {
        ...{ patch_id: scopeOf(patch), version: patch?.version ?? '', branch: patch?.branch ?? '', resource, format },
        ...(locale !== undefined && { locale }),
        ...{ url: bulkUrl(one), bytes, rows, sha256, encoding },
      }
    })
    return { body: JSON.stringify({ body }), isTemporary: body.length === 0 }
  },
})

export const bulkFile = assetEndpoint({
  id: 'bulk.file',
  path: '/v2/bulk/{file}',
  summary: 'A file of `/v2/bulk`, as it is: in parts too, immutable, without quota.',
  mode: unscoped,
  folder: bulkFolder,
})

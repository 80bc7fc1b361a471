import { z } from 'zod'
import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const attributes = resource({
  name: 'attributes',
  summary: 'Item attributes',
  description: 'What the attribute columns of items mean, and how they are shown.',
  specClause: '',
  path: '/v2/attributes',
  mode: byPatch,
  envelope: page(),
  mainColumns: ['format'],
  columns: {
    id: column.id('attribute'),
    field: column.key('Name in the attribute columns of items: `primary_min_<field>` and so on.'),
    name: column.text('Label.'),
    format: column.described('How values are written: as they are, or in percent.', {
      type: 'string',
      schema: z.enum(['flat', 'percent']),
    }),
    decimals: column.integer('How many digits after the point are shown.'),
    patch_id: column.patchId(),
  },
  filters: [exact('id', { or: ['raw_key'] }), exact('field'), exact('format', { param: 'number_format' })],
})

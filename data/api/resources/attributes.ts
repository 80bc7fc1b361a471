import { z } from 'zod'
import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const attributes = resource({
  name: 'attributes',
  summary: 'Item attributes',
  about: 'What the attribute columns of items mean, and how they are shown.',
  spec: '',
  path: '/v2/attributes',
  mode: byPatch,
  envelope: page(),
  listed: ['field', 'format', 'decimals'],
  columns: {
    id: column.id('attribute'),
    field: column.key(),
    name: column.text(),
    format: { type: 'string', schema: z.enum(['flat', 'percent']) },
    decimals: column.integer(),
    patch_id: column.patchId(),
  },
  filters: [exact('id', { or: ['raw_key'] }), exact('field'), exact('format')],
})

import { z } from 'zod'
import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, substring } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const merchants = resource({
  name: 'merchants',
  summary: 'Merchants',
  about: 'Who trades in the town, and what services they offer.',
  spec: '4.5',
  path: '/v2/merchants',
  mode: atPatch,
  envelope: page(),
  listed: ['service_types'],
  columns: {
    id: column.id('merchant'),
    name: column.text(),
    icon: column.asset('image/png', 'url'),
    source_key: column.key(),
    art_data: column.key(),
    order: column.integer(),
    service_types: column.strings(),
    greeting_texts: column.list(z.looseObject({ key: z.string(), namespace: z.string().nullish() }), ['key']),
    patch_version: column.patchVersion(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name')],
})

import { z } from 'zod'
import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

const greeting = z.looseObject({
  key: z.string().describe('Localization key.'),
  namespace: z.string().nullish().describe('Namespace of the key.'),
})

export const merchants = resource({
  name: 'merchants',
  summary: 'Merchants',
  description: 'Who trades in town, and which services they offer.',
  specClause: '4.5',
  path: '/v2/merchants',
  mode: atPatch,
  envelope: page(),
  mainColumns: ['service_types'],
  columns: {
    id: column.id('merchant'),
    name: column.text('Name.'),
    icon: column.asset('image/png', 'url'),
    source_key: column.key('The upstream key.'),
    art_data: column.key('Upstream key of the art.'),
    order: column.integer('Place in the order of merchants.'),
    service_types: column.strings('Services, of the form `EDCMerchantServiceType::<Buy|Sell|Craft|Quest>`.'),
    greeting_texts: column.described('Localization keys of what is said in greeting.', column.list(greeting, ['key'])),
    patch_version: column.patchVersion(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name')],
})

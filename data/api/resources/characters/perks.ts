import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, flag, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const perks = resource({
  name: 'perks',
  summary: 'Perks',
  description: 'Perks, and the classes that can take them.',
  specClause: '4.5',
  path: '/v2/perks',
  mode: atPatch,
  envelope: page(),
  mainColumns: ['classes', 'desc_data'],
  columns: {
    id: column.id('perk'),
    name: column.text('Name.'),
    source_key: column.key('The upstream key.'),
    desc_data: column.text('Description.'),
    art_data: column.key('Upstream key of the art.'),
    icon: column.asset('image/png', 'url'),
    can_use: column.boolean('Whether it can be equipped now.'),
    classes: column.described('Ids of the classes that can have it.', column.references('classes', 'classes')),
    abilities: column.described('Ids of its abilities.', column.references('abilities', 'perk_abilities')),
    patch_version: column.patchVersion(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    flag('can_use'),
    exact('classes', { param: 'class', as: 'tag' }),
  ],
})

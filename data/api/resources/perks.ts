import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, flag, substring } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const perks = resource({
  name: 'perks',
  summary: 'Perks',
  about: 'Perks, and the classes that may take them.',
  spec: '4.5',
  path: '/v2/perks',
  mode: atPatch,
  envelope: page(),
  columns: {
    id: column.id('perk'),
    name: column.text(),
    source_key: column.key(),
    desc_data: column.text(),
    art_data: column.key(),
    icon: column.asset('image/png', 'url'),
    can_use: column.boolean(),
    classes: column.references('classes', 'classes'),
    abilities: column.references('abilities', 'perk_abilities'),
    patch_version: column.patchVersion(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    flag('can_use'),
    exact('classes', { param: 'class', tags: true }),
  ],
})

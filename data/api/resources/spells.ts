import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, range, substring } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const spells = resource({
  name: 'spells',
  summary: 'Spells',
  about: 'What spells cost, how they are cast, and how far they reach, in centimetres.',
  spec: '4.5',
  path: '/v2/spells',
  mode: atPatch,
  envelope: page(),
  columns: {
    id: column.id('spell'),
    name: column.text(),
    icon: column.asset('image/png', 'url'),
    source_key: column.key(),
    desc: column.text(),
    range: column.integer(),
    area_radius: column.integer(),
    art_data: column.key(),
    casting_type: column.slug(),
    cost_type: column.slug(),
    source_type: column.slug(),
    spell_tag: column.key(),
    sound_data: column.key(),
    classes: column.references('classes', 'classes'),
    abilities: column.references('abilities', 'spell_abilities'),
    patch_version: column.patchVersion(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    exact('source_type'),
    exact('casting_type'),
    exact('cost_type'),
    exact('classes', { param: 'class', tags: true }),
    range('range'),
  ],
})

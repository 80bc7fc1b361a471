import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, flag, substring } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const skills = resource({
  name: 'skills',
  summary: 'Skills',
  about: 'Abilities that classes use by stamina.',
  spec: '4.5',
  path: '/v2/skills',
  mode: atPatch,
  envelope: page(),
  columns: {
    id: column.id('skill'),
    name: column.text(),
    icon: column.asset('image/png', 'url'),
    source_key: column.key(),
    desc_data: column.text(),
    art_data: column.key(),
    skill_type: column.slug(),
    skill_tier: column.integer(),
    use_moving: column.boolean(),
    can_use: column.boolean(),
    classes: column.references('classes', 'classes'),
    abilities: column.references('abilities', 'skill_abilities'),
    patch_version: column.patchVersion(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    exact('skill_type'),
    flag('can_use'),
    exact('classes', { param: 'class', tags: true }),
  ],
})

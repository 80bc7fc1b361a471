import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, flag, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const skills = resource({
  name: 'skills',
  summary: 'Skills',
  description: 'Class abilities that use stamina.',
  specClause: '4.5',
  path: '/v2/skills',
  mode: atPatch,
  envelope: page(),
  mainColumns: ['skill_type', 'skill_tier', 'classes', 'desc_data'],
  columns: {
    id: column.id('skill'),
    name: column.text('Name.'),
    icon: column.asset('image/png', 'url'),
    source_key: column.key('The upstream key.'),
    desc_data: column.text('Description.'),
    art_data: column.key('Upstream key of the art.'),
    skill_type: column.slug('Type, of the form `Type.Skill.<Name>`.'),
    skill_tier: column.integer('Tier.'),
    use_moving: column.boolean('Whether it can be used while moving.'),
    can_use: column.boolean('Whether it can be equipped now.'),
    classes: column.described('Ids of the classes that can have it.', column.references('classes', 'classes')),
    abilities: column.described('Ids of its abilities.', column.references('abilities', 'skill_abilities')),
    patch_version: column.patchVersion(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    exact('skill_type'),
    flag('can_use'),
    exact('classes', { param: 'class', as: 'tag' }),
  ],
})

import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, range, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const spells = resource({
  name: 'spells',
  summary: 'Spells',
  description: 'What spells cost, how they are cast, and how far they reach, in centimetres.',
  specClause: '4.5',
  path: '/v2/spells',
  mode: atPatch,
  envelope: page(),
  mainColumns: ['source_type', 'casting_type', 'cost_type', 'classes', 'range', 'desc'],
  columns: {
    id: column.id('spell'),
    name: column.text('Name.'),
    icon: column.asset('image/png', 'url'),
    source_key: column.key('The upstream key.'),
    desc: column.text('Description.'),
    range: column.inUnit('centimeters', column.integer('Range.')),
    area_radius: column.inUnit('centimeters', column.integer('Radius of its area.')),
    art_data: column.key('Upstream key of the art.'),
    casting_type: column.slug('How it is cast, of the form `Type.Spell.Cast.<Name>`.'),
    cost_type: column.slug('What it costs, of the form `Type.Spell.Cost.<Name>`.'),
    source_type: column.slug('Its element, of the form `Type.Spell.Source.<Element>`.'),
    spell_tag: column.key('Upstream tag.'),
    sound_data: column.key('Upstream key of the sounds.'),
    classes: column.described('Ids of the classes that can have it.', column.references('classes', 'classes')),
    abilities: column.described('Ids of its abilities.', column.references('abilities', 'spell_abilities')),
    patch_version: column.patchVersion(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    exact('source_type'),
    exact('casting_type'),
    exact('cost_type'),
    exact('classes', { param: 'class', as: 'tag' }),
    range('range'),
  ],
})

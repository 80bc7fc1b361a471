import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, flag, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const classes = resource({
  name: 'classes',
  summary: 'Player classes',
  description: 'Player classes with their abilities, perks and emotes.',
  specClause: '4.5',
  path: '/v2/classes',
  mode: atPatch,
  envelope: page(),
  mainColumns: ['abilities', 'perks'],
  columns: {
    id: column.id('player_character'),
    name: column.text('Name.'),
    icon: column.asset('image/png', 'url'),
    source_key: column.key('The upstream key.'),
    art_data: column.key('Upstream key of the art.'),
    class_info: column.text('Upstream key of the text about the class.'),
    sound_data: column.key('Upstream key of the sounds.'),
    effects: column.text('Upstream key of the effects.'),
    flavor_text: column.text('Flavor text.'),
    can_use: column.boolean('Whether it can be played now.'),
    is_default: column.boolean('Whether new characters have it by default.'),
    character_types: column.strings('Character types.'),
    abilities: column.described(
      'Ids of its abilities.',
      column.references('abilities', 'skills', 'spells', 'skill_abilities', 'spell_abilities', 'perk_abilities'),
    ),
    perks: column.described('Ids of its perks.', column.references('perks', 'perks')),
    emotes: column.strings('Ids of its emotes.'),
    default_hands: column.strings('What it holds by default.'),
    patch_version: column.patchVersion(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name'), flag('can_use'), flag('is_default')],
})

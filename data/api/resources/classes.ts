import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, flag, substring } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const classes = resource({
  name: 'classes',
  summary: 'Player classes',
  about: 'Player classes with their abilities, perks and emotes.',
  spec: '4.5',
  path: '/v2/classes',
  mode: atPatch,
  envelope: page(),
  columns: {
    id: column.id('player_character'),
    name: column.text(),
    icon: column.asset('image/png', 'url'),
    source_key: column.key(),
    art_data: column.key(),
    class_info: column.text(),
    sound_data: column.key(),
    effects: column.text(),
    flavor_text: column.text(),
    can_use: column.boolean(),
    is_default: column.boolean(),
    character_types: column.strings(),
    abilities: column.references(
      'abilities',
      'skills',
      'spells',
      'skill_abilities',
      'spell_abilities',
      'perk_abilities',
    ),
    perks: column.references('perks', 'perks'),
    emotes: column.strings(),
    default_hands: column.strings(),
    patch_version: column.patchVersion(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name'), flag('can_use'), flag('is_default')],
})

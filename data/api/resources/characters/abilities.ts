import * as column from '../../model/columns.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

/** Rows that perks, spells and skills embed; they have no endpoint of their own. */
const abilities = (name: string, kind: string, partOf: string) =>
  resource({
    name,
    partOf,
    summary: `Abilities: ${name}`,
    specClause: '4.5',
    mode: atPatch,
    columns: {
      id: column.id(kind),
      source_key: column.key('The upstream key.'),
      name: column.text('Name.'),
      desc: column.text('Description.'),
    },
  })

export const perkAbilities = abilities('perk_abilities', 'perk_ability', 'perks')
export const spellAbilities = abilities('spell_abilities', 'spell_ability', 'spells')
export const skillAbilities = abilities('skill_abilities', 'skill_ability', 'skills')

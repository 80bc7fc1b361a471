import * as column from '../columns.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

/** Rows that perks, spells and skills embed; they have no endpoint of their own. */
const abilities = (name: string, kind: string) =>
  resource({
    name,
    summary: `Abilities: ${name}`,
    spec: '4.5',
    mode: atPatch,
    columns: { id: column.id(kind), source_key: column.key(), name: column.text(), desc: column.text() },
  })

export const perkAbilities = abilities('perk_abilities', 'perk_ability')
export const spellAbilities = abilities('spell_abilities', 'spell_ability')
export const skillAbilities = abilities('skill_abilities', 'skill_ability')

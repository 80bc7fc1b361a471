// Selects the icon of each row.
import { slugIn } from '../names.ts'
import type { Resource, Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { itemDrawing, type Drawing } from './item-pictures.ts'
import { signOf } from './people.ts'
import { formOf, medals, signOfEffects, signOfElement, type Sign } from './signs.ts'
import { framedTile, spellTile, type Frame } from './tile.ts'

function framed(frame: Frame, { name, shape, palette }: Sign): Drawing {
  return { name: `${frame}_${name}`, svg: () => framedTile(frame, shape, palette) }
}

const slug = ({ id }: Row): string => slugIn(String(id))

function abilityOf(world: Snapshot, resource: Resource, row: Row): Row | undefined {
  const [ability] = Array.isArray(row.abilities) ? (row.abilities as readonly string[]) : []
  return world.tables[resource].get(ability ?? '')
}

// The first seven of the fifteen ranks are bronze, the rest and what patches add are gold.
function achievement(row: Row): Drawing {
  const medal = Number(slug(row).split('_').at(-1)) > 7 ? 'gold' : 'bronze'
  const { name, shape, palette } = signOf('achievements', String(row.category))
  return {
    name: `achievement_${name}_${medal}`,
    svg: () => framedTile('achievement', shape, palette, medals[medal]),
  }
}

function spell(world: Snapshot, row: Row): Drawing {
  const form = formOf(row, abilityOf(world, 'spell_abilities', row))
  const { name, shape, palette } = signOfElement(row.source_type)
  return { name: `spell_${name}_${form}`, svg: () => spellTile(form, shape, palette) }
}

function bargain(row: Row): Drawing {
  const payload = row.payload as Readonly<Record<string, Row[string]>>
  return framed('bargain', signOfEffects(payload.effects))
}

export type DrawingOf = (world: Snapshot, row: Row) => Drawing

/** The icon of a row, by resource; other resources have none. */
export const iconOf: Partial<Readonly<Record<Resource, DrawingOf>>> = {
  items: (world, row) => itemDrawing(slugIn(String(row.archetype)), world.redrawn.has(String(row.archetype))),
  perks: (world, row) => framed('perk', signOfEffects(abilityOf(world, 'perk_abilities', row)?.effects)),
  skills: (world, row) => framed('skill', signOfEffects(abilityOf(world, 'skill_abilities', row)?.effects)),
  spells: spell,
  classes: (_, row) => framed('class', signOf('classes', slug(row))),
  merchants: (_, row) => framed('merchant', signOf('merchants', slug(row))),
  religions: (_, row) => framed('religion', signOf('religions', slug(row))),
  achievements: (_, row) => achievement(row),
  faustian_bargains: (_, row) => bargain(row),
}

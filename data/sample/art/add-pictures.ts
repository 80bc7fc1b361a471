// Assigns pictures and models to the rows of a world.
import { slugIn } from '../names.ts'
import type { Resource } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { placesOfMonsters } from '../rows/spawners.ts'
import { iconOf, type DrawingOf } from './icons.ts'
import { hasModel } from './models.ts'
import { isUnseen, portrait } from './portraits.ts'

/** A picture or model to be written. Assets of one path and one version have the same bytes. */
export type Asset = { readonly version: number } & ({ readonly svg: () => string } | { readonly family: string })

/** By path below the bundle. */
export type Art = ReadonlyMap<string, Asset>

function addIcons(world: Snapshot, art: Map<string, Asset>, resource: Resource, drawingOf: DrawingOf): void {
  world.change(resource, (row) => {
    const { name, edition = 1, svg } = drawingOf(world, row)
    const icon = `assets/icons/${name}.png`
    if (!art.has(icon)) art.set(icon, { version: edition, svg })
    return row.icon === icon ? row : { ...row, icon }
  })
}

function addPortraitsAndModels(world: Snapshot, art: Map<string, Asset>): void {
  const places = placesOfMonsters(world)
  world.change('monsters', (monster) => {
    const { family, tier } = monster
    const slug = slugIn(monster.archetype)
    const place = places.get(monster.archetype) ?? ''
    const face = isUnseen(slug) ? undefined : `assets/portraits/${slug}.png`
    const model = hasModel(family) ? `assets/models/${family}.glb` : undefined
    if (face && !art.has(face)) art.set(face, { version: 1, svg: () => portrait({ slug, family, tier, place }) })
    if (model && !art.has(model)) art.set(model, { version: 1, family })
    if (monster.portrait === face && monster.model === model) return monster
    return { ...monster, ...(face ? { portrait: face } : {}), ...(model ? { model } : {}) }
  })
}

/** Sets the paths of pictures and models in every row, and returns the assets to be written there. */
export function addPictures(world: Snapshot): Art {
  const art = new Map<string, Asset>()
  for (const resource of world.resources) {
    const drawingOf = iconOf[resource]
    if (drawingOf) addIcons(world, art, resource, drawingOf)
  }
  addPortraitsAndModels(world, art)
  return art
}

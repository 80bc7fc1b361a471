// Selects the picture of an item: gear by its noun and material, goods by their name; each artifact has its own.
import { slugOfName } from '../names.ts'
import { gearKinds, prefixes } from '../words/words-gear.ts'
import { artifactNames, crownName } from '../words/words-goods.ts'
import { goodsPictures, rawHues } from './goods-pictures.ts'
import { armorShapes } from './shapes/armor.ts'
import { findShapes } from './shapes/finds.ts'
import { goodsShapes } from './shapes/goods.ts'
import { weaponShapes } from './shapes/weapons.ts'
import { itemTile } from './tile.ts'
import { materials, type Material, type Palette } from './tones.ts'

export interface Drawing {
  /** Its file's name without the extension. */
  readonly name: string
  /** The version of a picture that was redrawn under its old name. */
  readonly edition?: number
  readonly svg: () => string
}

const shapes = { ...weaponShapes, ...armorShapes, ...goodsShapes, ...findShapes }

// The last pattern of each list matches everything that the others do not.
const madeOf: Readonly<Record<keyof typeof prefixes, readonly (readonly [Material, readonly string[]])[]>> = {
  metal: [
    ['dusk', ['gloam']],
    ['warm', ['cinderforged', 'pilgrim', 'oathbound', 'quenched', 'bellmetal', 'barrow']],
    ['cold', []],
  ],
  wood: [['paleWood', []]],
  cloth: [
    ['ash', ['mothsilk', 'candleweave', 'fenlinen', 'choirspun', 'mistwoven', 'mothlight']],
    ['ink', []],
  ],
  leather: [['brown', []]],
  jewel: [
    ['gold', ['choirmaster', 'gilded', 'lamplit', 'vesper', 'amberlit', 'moonwax', 'bellmetal', 'mothlight']],
    ['silver', ['wyrmglass', 'drowned', 'saltpearl', 'tidebound', 'bonewhite', 'beggar', 'thorned']],
    ['jet', []],
  ],
  arcane: [['jet', []]],
}

// The longest noun first: a kite shield is not just a shield.
const nouns = gearKinds
  .map(({ noun, from }) => ({ noun, slug: slugOfName(noun), from }))
  .sort((a, b) => b.slug.length - a.slug.length)

const artifacts = new Map([...artifactNames, crownName].map(([name, noun]) => [slugOfName(name), noun]))

function drawing(name: string, shape: string, palette: Palette, isArtifact = false): Drawing {
  const sign = shapes[shape]
  if (sign === undefined) throw new Error(`nobody has drawn ${shape}`)
  return { name, svg: () => itemTile(sign, palette, isArtifact) }
}

function gearDrawing(slug: string): Drawing {
  const kind = nouns.find((one) => slug.endsWith(`_${one.slug}`))
  if (!kind) throw new Error(`nobody has drawn ${slug}`)
  const prefix = slug.slice(0, -kind.slug.length - 1)
  const [material] = madeOf[kind.from].find(([, list]) => list.length === 0 || list.includes(prefix)) ?? [
    'cold' as const,
  ]
  return drawing(`${kind.slug}_${slugOfName(material)}`, kind.noun, materials[material])
}

function emberLantern(isRedrawn: boolean): Drawing {
  const palette = { ...materials.gold, accent: rawHues.amber }
  return { ...drawing('ember_lantern', isRedrawn ? 'lantern bright' : 'lantern', palette), edition: isRedrawn ? 2 : 1 }
}

/** `slug` is that of the archetype; all rarities of it look alike. */
export function itemDrawing(slug: string, isRedrawn: boolean): Drawing {
  if (slug === 'ember_lantern') return emberLantern(isRedrawn)
  const artifact = artifacts.get(slug)
  if (artifact) return drawing(slug, artifact, materials.relic, true)
  const goods = goodsPictures.find(([, , , pattern]) => pattern.test(slug))
  if (!goods) return gearDrawing(slug)
  const [shape, main, accent] = goods
  const palette = { ...materials.brown, main: rawHues[main], accent: rawHues[accent] }
  return drawing(`${slugOfName(shape)}_${main}_${accent}`, shape, palette)
}

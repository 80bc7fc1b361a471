// A blueprint describes an archetype: the properties that all rarities of an item share.
import { camelOf, slugOfName } from '../names.ts'
import { shuffled, Stream } from '../random.ts'
import type { Scale } from '../scale.ts'
import { gearKinds, prefixes, type GearKind } from '../words/words-gear.ts'
import { artifactNames, goodsKinds, type GoodsKind } from '../words/words-goods.ts'

export interface Blueprint {
  readonly slug: string
  readonly name: string
  /** The upstream name, without its prefix. */
  readonly camel: string
  readonly columns: Readonly<Record<string, string>>
  readonly size: readonly [number, number]
  readonly stack: number
  /** Lowest and highest rarity from poor = 1 to artifact = 8. */
  readonly rarities: readonly [number, number]
  /** True for a unique item, whose id has no rarity. */
  readonly single?: boolean
  readonly primary: Readonly<Record<string, number>>
  readonly classes?: readonly string[]
  /** Gear score relative to the usual one of the rarity; 0 for items without a gear score. */
  readonly gear: number
  readonly price: number
  readonly effect?: string
  readonly power?: number
}

const rarityRange: Readonly<Record<string, readonly [number, number]>> = {
  weapon: [1, 7],
  armor: [1, 6],
  accessory: [2, 6],
}

// Not every kind of gear exists in the lowest or the highest rarities.
function raritiesOf(type: string, stream: Stream): [number, number] {
  const [lowest, highest] = rarityRange[type] ?? [1, 6]
  return [lowest === 1 && stream.chance(0.4) ? 2 : lowest, highest === 7 && stream.chance(0.4) ? 6 : highest]
}

const gearOfType: Readonly<Record<string, number>> = { weapon: 1, armor: 0.9, accessory: 0.75 }

function namesOf(name: string): Pick<Blueprint, 'slug' | 'name' | 'camel'> {
  const slug = slugOfName(name)
  return { slug, name, camel: camelOf(slug) }
}

function gearOf(kind: GearKind, name: string): Blueprint {
  const stream = new Stream(`blueprint/${name}`)
  const type = kind.columns.type ?? ''
  const share = stream.between(0.84, 1.18)
  const primary = Object.entries(kind.primary).map(
    ([field, value]) => [field, value * stream.between(0.92, 1.1)] as const,
  )
  const classes = kind.classes?.filter(() => stream.chance(0.8))
  return {
    ...namesOf(name),
    columns: kind.columns,
    size: kind.size,
    stack: 1,
    rarities: raritiesOf(type, stream),
    primary: Object.fromEntries(primary),
    ...(classes?.length ? { classes } : {}),
    gear: (gearOfType[type] ?? 1) * share,
    price: Math.round(20 * share * Math.sqrt(kind.size[0] * kind.size[1])),
  }
}

function goodsOf(kind: GoodsKind, name: string): Blueprint {
  const stream = new Stream(`blueprint/${name}`)
  const isLight = kind.columns.utility_type === 'light'
  return {
    ...namesOf(name),
    columns: kind.columns,
    size: kind.size,
    stack: kind.stack,
    rarities: kind.rarities,
    primary: isLight ? { light_radius: 10 } : {},
    gear: isLight ? 0.5 * stream.between(0.8, 1.2) : 0,
    price: Math.max(1, Math.round(kind.price * stream.between(0.7, 1.4))),
    ...(kind.effect ? { effect: kind.effect } : {}),
    ...(kind.power ? { power: kind.power * stream.between(0.8, 1.25) } : {}),
  }
}

function gearKind(noun: string): GearKind {
  const kind = gearKinds.find((candidate) => candidate.noun === noun)
  if (!kind) throw new Error(`no kind of gear is called ${noun}`)
  return kind
}

/** A set: one name over several kinds of gear. */
export function gearSet(prefix: string, nouns: readonly string[]): Blueprint[] {
  return nouns.map((noun) => gearOf(gearKind(noun), `${prefix} ${noun}`))
}

export function artifact(name: string, noun: string): Blueprint {
  const blueprint = gearOf(gearKind(noun), name)
  return { ...blueprint, classes: undefined, rarities: [8, 8], gear: 1.1 * blueprint.gear }
}

const gloamBlade: Blueprint = {
  ...gearOf(gearKind('Blade'), 'Gloam Blade'),
  rarities: [1, 7],
  primary: { weapon_damage: 25 },
  classes: ['duelist', 'warden'],
  gear: 1,
}

const emberLantern: Blueprint = {
  ...namesOf('Ember Lantern'),
  columns: { type: 'utility', slot_type: 'quick', utility_type: 'light' },
  size: [1, 2],
  stack: 1,
  rarities: [2, 5],
  primary: { light_radius: 14 },
  gear: 0.68,
  price: 24,
  effect: 'Lights {n} m for as long as it is held; moths keep away.',
  power: 24,
}

const single = (name: string, misc_type: string, rarity: number, stack: number, price: number): Blueprint => ({
  ...namesOf(name),
  columns: { type: 'misc', misc_type },
  size: [1, 1],
  stack,
  rarities: [rarity, rarity],
  single: true,
  primary: {},
  gear: 0,
  price,
})

const rustedSpoon: Blueprint = { ...single('Rusted Spoon', 'scrap', 1, 5, 2), rarities: [1, 1], single: false }

/** The currency. */
export const pennyId = 'id.item.reach_penny'

const reachPenny = single('Reach Penny', 'currency', 2, 100, 1)

function mossbread(): Blueprint {
  const kind = goodsKinds.find(({ names }) => names.includes('Mossbread'))
  if (!kind) throw new Error('no kind of goods has Mossbread')
  return goodsOf(kind, 'Mossbread')
}

/** Archetypes of both scales of the world, which tests and docs name or other rows need. */
function anchors(): Blueprint[] {
  return [
    gloamBlade,
    emberLantern,
    mossbread(),
    single('Wyrmglass Shard', 'gem', 4, 3, 55),
    rustedSpoon,
    reachPenny,
    ...gearSet('Saltiron', ['Cuirass', 'Helm']),
    ...gearSet('Starless', ['Ring']),
    ...gearSet('Mothsilk', ['Hood']),
  ]
}

export const anchorArchetypes: ReadonlySet<string> = new Set(anchors().map(({ slug }) => `id.item.${slug}`))

/** All archetypes of the first patch, the anchors first. */
export function blueprints(scale: Scale): readonly Blueprint[] {
  const known = anchors()
  if (scale === 'small') return known
  const gear = gearKinds.flatMap((kind) =>
    shuffled(prefixes[kind.from], kind.noun, String)
      .slice(0, kind.count)
      .map((prefix) => gearOf(kind, `${prefix} ${kind.noun}`)),
  )
  const goods = goodsKinds.flatMap((kind) => kind.names.map((name) => goodsOf(kind, name)))
  const singles = [
    single('Drowned Doubloon', 'currency', 4, 20, 40),
    single('Choir Token', 'currency', 3, 10, 15),
    single('Eye of the Mire', 'gem', 6, 1, 450),
    single('Blank Coin', 'treasure', 5, 1, 130),
  ]
  const artifacts = artifactNames.map(([name, noun]) => artifact(name, noun))
  const seen = new Set(known.map(({ slug }) => slug))
  return [...known, ...[...gear, ...goods, ...singles, ...artifacts].filter(({ slug }) => !seen.has(slug))]
}

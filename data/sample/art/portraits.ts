// One portrait for each archetype of monsters: the head that its name suggests, in the colors and the atmosphere of its
// map.
import { slugOfName } from '../names.ts'
import { Stream, unit } from '../random.ts'
import { families } from '../words/words-monsters.ts'
import { drawn, picture, vignette } from './draw.ts'
import { headShapes } from './shapes/heads.ts'
import { airShapes } from './shapes/airs.ts'
import { mixed, night, type Palette } from './tones.ts'

const portraitSize = 256

// Bosses have proper names, which suggest no head.
const headOfBoss: Readonly<Record<string, string>> = {
  lantern_eater: 'Lantern Eater',
  drowned_king: 'Anchorman',
  mother_of_moths: 'Moth',
  faceless_abbot: 'Acolyte',
  rootmother: 'Mandrake',
  old_saltjaw: 'Boar',
  ninth_bell: 'Sentinel',
  slag_tyrant: 'Tormentor',
  winter_widow: 'Lament',
  toll_collector: 'Gravewarden',
  kiln_warden: 'Mason',
  sexton_gaunt: 'Wight',
  cap_cardinal: 'Caplord',
  frozen_regent: 'Wight',
  eel_duchess: 'Bride',
}

/** Skin and dress, by family. */
const looks: Readonly<Record<string, readonly [main: string, trim: string, grip: string]>> = {
  undead: ['#8f9a86', '#5a5f52', '#3a3830'],
  spirit: ['#8793ad', '#5d6b8f', '#3a4460'],
  beast: ['#8d6f52', '#6b5138', '#4a3626'],
  drowned: ['#6f978f', '#3f5f6b', '#37503f'],
  fungal: ['#a8785c', '#86544a', '#58443a'],
  insect: ['#8f7a4a', '#b08d55', '#4a3a26'],
  construct: ['#8b8b8f', '#7a6248', '#5a4634'],
  cultist: ['#b08d78', '#6b3540', '#4d2a30'],
  plant: ['#7d8a4a', '#8f5d4a', '#4f4a2a'],
  fiend: ['#a3503f', '#53353a', '#3a2426'],
}

/** The color of eyes and glow, by map. */
const lights: Readonly<Record<string, string>> = {
  brine_fen: '#6fd6b8',
  lantern_ward: '#ffbe55',
  sunken_choir: '#8fb4ff',
  ember_vaults: '#ff7a38',
  rime_gallery: '#9fe4ff',
  root_cellars: '#a8d94f',
  bell_quarry: '#e0cf9a',
  hollow_throne: '#c884ff',
}

const nouns = Object.keys(headShapes).map((noun) => ({ noun, slug: slugOfName(noun) }))

function headOf(slug: string, family: string): string {
  const noun = headOfBoss[slug] ?? nouns.find((one) => slug.endsWith(`_${one.slug}`))?.noun
  return noun ?? new Stream(`head/${slug}`).pick(families[family]?.bases ?? ['Shade'])
}

/** Whether there is no portrait, as of some monsters in real data; the wick moth is one for the small world's sake. */
export function isUnseen(slug: string): boolean {
  return slug === 'wick_moth' || (!(slug in headOfBoss) && slug !== 'bog_wight' && unit(`unseen/${slug}`) < 0.1)
}

// Makes each portrait of a map distinct: prefixes differ in shade, and faces in posture.
function paletteOf(slug: string, family: string, light: string): Palette {
  const stream = new Stream(`portrait/${slug}`)
  const [main = '', trim = '', grip = ''] = looks[family] ?? looks.spirit ?? []
  const shade = stream.pick(['#ffffff', '#2a2f3d', light, '#b5673f', '#4a6b8f'])
  return {
    main: mixed(mixed(main, light, 0.12), shade, stream.between(0.05, 0.24)),
    trim: mixed(trim, stream.pick(['#7a3038', '#3d5a7a', '#5d6b3a', '#8a6a3a', '#54407a']), stream.between(0.1, 0.5)),
    grip,
    accent: mixed(light, stream.pick(['#ffffff', light, light]), 0.15),
  }
}

const bossRing = (color: string, isBoss: boolean): string =>
  `<g fill="none" stroke="${color}"><path d="M64 10A54 54 0 1 1 63.9 10" stroke-width="3" stroke-opacity=".8"/>` +
  (isBoss
    ? '<path d="M64 3A61 61 0 1 1 63.9 3" stroke-width="6" stroke-opacity=".5" stroke-dasharray="3 9.77"/>'
    : '') +
  '</g>'

const edge = (color: string): string =>
  `<path d="M0 84V128H128V84Z" fill="url(#floor)"/>` +
  `<path d="M1 1H127V127H1Z" fill="none" stroke="#06070a" stroke-width="2"/>` +
  `<path d="M2.5 2.5H125.5V125.5H2.5Z" fill="none" stroke="${color}" stroke-opacity=".35" stroke-width="1"/>`

const floor =
  '<defs><linearGradient id="floor" x2="0" y2="1"><stop offset="0" stop-color="#07080c" stop-opacity="0"/>' +
  '<stop offset="1" stop-color="#07080c" stop-opacity=".85"/></linearGradient></defs>'

interface Portrayed {
  readonly slug: string
  readonly family: string
  readonly tier: string
  /** Slug of the map where it lives. */
  readonly place: string
}

export function portrait({ slug, family, tier, place }: Portrayed): string {
  const stream = new Stream(`stance/${slug}`)
  const light = lights[place] ?? '#ffffff'
  const palette = paletteOf(slug, family, light)
  const [behind = '', before = ''] = airShapes[place] ?? []
  const isBoss = tier === 'boss' || tier === 'sub_boss'
  const size = stream.between(0.86, 0.93)
  const mirror = stream.chance(0.5) ? -1 : 1
  const stance = `translate(64 129)rotate(${stream.int(-3, 3)})scale(${(mirror * size).toFixed(3)} ${size.toFixed(3)})translate(-64 -130)`
  const air = { ...palette, main: mixed(light, night, 0.62), trim: mixed(light, night, 0.78) }
  return picture(
    portraitSize,
    palette.accent,
    floor +
      vignette(mixed(light, '#11141d', 0.66)) +
      drawn(behind, air, { far: true }) +
      (isBoss ? bossRing(tier === 'boss' ? '#e8b04a' : '#b4c2cc', tier === 'boss') : '') +
      drawn(headShapes[headOf(slug, family)] ?? '', palette, { halo: mixed(light, night, 0.4), at: stance }) +
      drawn(before, { ...air, accent: light }, { far: true }) +
      edge(light),
  )
}

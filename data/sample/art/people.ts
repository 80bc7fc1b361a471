// Signs of classes, merchants, religions and kinds of achievements, by slug.
import { emblemShapes } from './shapes/emblems.ts'
import { armorShapes } from './shapes/armor.ts'
import { findShapes } from './shapes/finds.ts'
import { goodsShapes } from './shapes/goods.ts'
import { symbolShapes } from './shapes/symbols.ts'
import { weaponShapes } from './shapes/weapons.ts'
import { rawHues } from './goods-pictures.ts'
import { sign, type Sign } from './signs.ts'

const shapes = { ...goodsShapes, ...findShapes, ...symbolShapes, ...armorShapes, ...weaponShapes, ...emblemShapes }

type Hue = keyof typeof rawHues
type Signs = Readonly<Record<string, readonly [shape: string, main: Hue, accent: Hue]>>

const classes: Signs = {
  warden: ['lantern', 'iron', 'amber'],
  duelist: ['blades', 'iron', 'red'],
  hexer: ['eye', 'bone', 'violet'],
  reaver: ['Greataxe', 'iron', 'red'],
  stalker: ['Recurve Bow', 'brown', 'green'],
  bonesetter: ['bone', 'bone', 'teal'],
  chanter: ['lute', 'brown', 'gold'],
  tinker: ['gear', 'copper', 'teal'],
  thornspeaker: ['branch', 'soil', 'moss'],
  ashmonk: ['flame hand', 'ash', 'amber'],
}

const merchants: Signs = {
  lamplighter: ['lantern', 'gold', 'amber'],
  ferrymaster: ['oar', 'copper', 'ice'],
  armorer: ['Cuirass', 'iron', 'blue'],
  apothecary: ['flask', 'ash', 'green'],
  bowyer: ['Recurve Bow', 'bone', 'amber'],
  candlemaker: ['candle', 'bone', 'amber'],
  cartographer: ['chart', 'soil', 'teal'],
  coffin_maker: ['coffin', 'soil', 'bone'],
  cook: ['pot', 'iron', 'moss'],
  fence: ['veil', 'night', 'gold'],
  goldbeater: ['mallet', 'gold', 'amber'],
  herbalist: ['herbs', 'green', 'moss'],
  hide_trader: ['hide', 'brown', 'bone'],
  leech_doctor: ['jar', 'ash', 'red'],
  moth_breeder: ['moth', 'bone', 'amber'],
  pawnbroker: ['three balls', 'gold', 'amber'],
  ragpicker: ['sack', 'ash', 'rust'],
  smith: ['anvil', 'iron', 'amber'],
  toll_keeper: ['gate', 'iron', 'gold'],
  weaver: ['spool', 'teal', 'ice'],
}

const religions: Signs = {
  the_lit_lamp: ['sun', 'gold', 'amber'],
  mother_brine: ['wave', 'teal', 'ice'],
  the_kneeling_king: ['kneeling', 'ash', 'gold'],
  saint_of_moths: ['moth', 'bone', 'violet'],
  the_root_below: ['roots', 'soil', 'green'],
  ash_father: ['ash father', 'ash', 'amber'],
}

const achievements: Signs = {
  arena: ['blades', 'iron', 'red'],
  class: ['shield', 'iron', 'blue'],
  community: ['friends', 'copper', 'gold'],
  coreplay: ['stairs', 'ash', 'amber'],
  event: ['moth', 'bone', 'violet'],
  feat: ['peak', 'ash', 'red'],
  highroller: ['dice', 'red', 'gold'],
  item: ['chest', 'brown', 'gold'],
}

const groups = { classes, merchants, religions, achievements }

export function signOf(group: keyof typeof groups, slug: string): Sign {
  const [shape, main, accent] = groups[group][slug] ?? []
  if (!shape || !main || !accent) throw new Error(`nobody has drawn ${slug} of ${group}`)
  return sign(slug, shapes[shape], rawHues[main], rawHues[accent])
}

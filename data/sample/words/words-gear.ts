/** First words of the names of gear, by what it is made of. */
export const prefixes = {
  metal: [
    'Gloam',
    'Saltiron',
    'Rimesteel',
    'Cinderforged',
    'Hollowsteel',
    'Tidewrought',
    'Gravecold',
    'Pilgrim',
    'Barrow',
    'Oathbound',
    'Lampblack',
    'Mourning',
    'Kingless',
    'Quenched',
    'Thornwrought',
    'Brackish',
  ],
  wood: [
    'Drownwood',
    'Blackthorn',
    'Bogoak',
    'Weepwillow',
    'Lanternwood',
    'Rootbound',
    'Hagbriar',
    'Driftwood',
    'Palewood',
    'Stormfelled',
  ],
  cloth: [
    'Mothsilk',
    'Candleweave',
    'Shroudcloth',
    'Inkdyed',
    'Fenlinen',
    'Choirspun',
    'Ashveil',
    'Duskwool',
    'Mistwoven',
    'Hermit',
  ],
  leather: [
    'Eelskin',
    'Marshhide',
    'Batwing',
    'Ratcatcher',
    'Poacher',
    'Kelpbound',
    'Ferryman',
    'Toadhide',
    'Smuggler',
    'Gravedigger',
  ],
  jewel: [
    'Wyrmglass',
    'Drowned',
    'Saltpearl',
    'Moonwax',
    'Bonewhite',
    'Choirmaster',
    'Tidebound',
    'Starless',
    'Beggar',
    'Thorned',
    'Gilded',
    'Widowed',
    'Lamplit',
    'Vesper',
    'Hollow',
    'Amberlit',
  ],
  arcane: [
    'Whispering',
    'Starless',
    'Ashbound',
    'Saltglyph',
    'Candlelit',
    'Drowned',
    'Unblinking',
    'Hollow',
    'Vesper',
    'Twicesealed',
  ],
} as const

export interface GearKind {
  readonly noun: string
  readonly from: keyof typeof prefixes
  readonly count: number
  readonly size: readonly [number, number]
  /** Columns that every row of the kind has. */
  readonly columns: Readonly<Record<string, string>>
  /** What a common item gives, by attribute. */
  readonly primary: Readonly<Record<string, number>>
  readonly classes?: readonly string[]
}

const weapon =
  (weapon_type: string, hand_type: string, from: GearKind['from'], classes: readonly string[]) =>
  (noun: string, count: number, size: readonly [number, number], primary: Record<string, number>): GearKind => ({
    noun,
    from,
    count,
    size,
    columns: { type: 'weapon', slot_type: weapon_type === 'shield' ? 'off_hand' : 'main_hand', weapon_type, hand_type },
    primary,
    classes,
  })

const armor =
  (armor_type: string, from: GearKind['from'], classes: readonly string[]) =>
  (
    noun: string,
    slot_type: string,
    count: number,
    size: readonly [number, number],
    primary: Record<string, number>,
  ): GearKind => ({
    noun,
    from,
    count,
    size,
    columns: { type: 'armor', slot_type, armor_type },
    primary,
    classes,
  })

const accessory = (noun: string, slot_type: string, count: number, primary: Record<string, number>): GearKind => ({
  noun,
  from: 'jewel',
  count,
  size: [1, 1],
  columns: { type: 'accessory', slot_type },
  primary,
})

const sword = weapon('sword', 'one_handed', 'metal', ['warden', 'duelist', 'reaver'])
const greatsword = weapon('sword', 'two_handed', 'metal', ['warden', 'reaver'])
const dagger = weapon('dagger', 'one_handed', 'metal', ['duelist', 'stalker', 'tinker', 'hexer'])
const axe = weapon('axe', 'one_handed', 'metal', ['reaver', 'warden', 'thornspeaker'])
const mace = weapon('mace', 'one_handed', 'metal', ['bonesetter', 'warden', 'ashmonk'])
const polearm = weapon('polearm', 'two_handed', 'metal', ['warden', 'reaver', 'stalker'])
const bow = weapon('bow', 'two_handed', 'wood', ['stalker', 'thornspeaker'])
const crossbow = weapon('crossbow', 'two_handed', 'wood', ['stalker', 'tinker', 'warden'])
const staff = weapon('staff', 'two_handed', 'wood', ['hexer', 'thornspeaker', 'ashmonk'])
const wand = weapon('wand', 'one_handed', 'wood', ['hexer', 'bonesetter', 'chanter'])
const focus = weapon('focus', 'one_handed', 'arcane', ['hexer', 'bonesetter', 'ashmonk'])
const shield = weapon('shield', 'one_handed', 'wood', ['warden', 'bonesetter'])
const thrown = weapon('thrown', 'one_handed', 'metal', ['stalker', 'tinker', 'duelist'])
const instrument = weapon('instrument', 'two_handed', 'wood', ['chanter'])
const cloth = armor('cloth', 'cloth', ['hexer', 'bonesetter', 'chanter', 'ashmonk', 'thornspeaker'])
const leather = armor('leather', 'leather', ['duelist', 'stalker', 'tinker', 'thornspeaker', 'chanter'])
const plate = armor('plate', 'metal', ['warden', 'reaver', 'bonesetter'])

export const gearKinds: readonly GearKind[] = [
  sword('Blade', 5, [1, 3], { weapon_damage: 24 }),
  sword('Falchion', 4, [1, 3], { weapon_damage: 27, move_speed: -8 }),
  sword('Estoc', 4, [1, 3], { weapon_damage: 22, armor_penetration: 6 }),
  greatsword('Longsword', 5, [1, 4], { weapon_damage: 33, move_speed: -16 }),
  greatsword('Greatsword', 4, [2, 4], { weapon_damage: 42, move_speed: -28 }),
  dagger('Dirk', 4, [1, 2], { weapon_damage: 18, weak_point_damage: 8 }),
  dagger('Stiletto', 3, [1, 2], { weapon_damage: 16, critical_chance: 4 }),
  dagger('Flensing Knife', 3, [1, 2], { weapon_damage: 19 }),
  axe('Hatchet', 4, [1, 2], { weapon_damage: 23 }),
  axe('Bearded Axe', 3, [2, 3], { weapon_damage: 29, move_speed: -10 }),
  weapon('axe', 'two_handed', 'metal', ['reaver'])('Greataxe', 4, [2, 4], { weapon_damage: 47, move_speed: -32 }),
  mace('Cudgel', 3, [1, 3], { weapon_damage: 21, impact: 1 }),
  mace('Flanged Mace', 4, [1, 3], { weapon_damage: 26, impact: 2 }),
  weapon('mace', 'two_handed', 'metal', ['reaver', 'bonesetter'])('Maul', 3, [2, 4], {
    weapon_damage: 44,
    impact: 4,
    move_speed: -30,
  }),
  polearm('Spear', 4, [1, 4], { weapon_damage: 29, range_bonus: 2 }),
  polearm('Halberd', 4, [2, 5], { weapon_damage: 38, move_speed: -24 }),
  polearm('Glaive', 3, [1, 5], { weapon_damage: 35, move_speed: -20 }),
  polearm('Boat Hook', 3, [1, 5], { weapon_damage: 27, range_bonus: 3 }),
  bow('Shortbow', 4, [1, 3], { weapon_damage: 19, move_speed: -6 }),
  bow('Longbow', 4, [1, 4], { weapon_damage: 31, move_speed: -14 }),
  bow('Recurve Bow', 3, [1, 3], { weapon_damage: 25 }),
  crossbow('Hand Crossbow', 3, [2, 2], { weapon_damage: 22 }),
  crossbow('Arbalest', 3, [2, 3], { weapon_damage: 36, move_speed: -20 }),
  staff('Staff', 4, [1, 4], { weapon_damage: 14, magic_damage: 4 }),
  staff('Crook', 3, [1, 4], { weapon_damage: 12, healing_power: 4 }),
  wand('Wand', 4, [1, 2], { weapon_damage: 6, magical_power: 6 }),
  focus('Orb', 4, [2, 2], { magic_damage: 3, cast_speed: 3 }),
  focus('Tome', 4, [2, 2], { magic_damage: 2, spell_slots: 1 }),
  focus('Censer', 3, [1, 2], { healing_power: 3, weapon_damage: 8 }),
  shield('Buckler', 3, [2, 2], { armor_rating: 14, block_strength: 12 }),
  shield('Kite Shield', 3, [2, 3], { armor_rating: 24, block_strength: 20, move_speed: -8 }),
  shield('Pavise', 2, [2, 4], { armor_rating: 34, block_strength: 30, move_speed: -16 }),
  thrown('Javelin', 3, [1, 3], { weapon_damage: 23 }),
  thrown('Throwing Knife', 3, [1, 1], { weapon_damage: 14 }),
  instrument('Hurdy Gurdy', 2, [2, 3], { magical_power: 4, buff_duration: 6 }),
  instrument('Reed Flute', 2, [1, 2], { buff_duration: 10 }),
  cloth('Hood', 'head', 6, [2, 2], { armor_rating: 10, lore: 1 }),
  cloth('Circlet', 'head', 5, [2, 1], { armor_rating: 4, max_mana: 6 }),
  cloth('Robe', 'chest', 7, [2, 3], { armor_rating: 22, magic_resistance: 12 }),
  cloth('Vestment', 'chest', 5, [2, 3], { armor_rating: 25, resolve: 2 }),
  cloth('Trousers', 'legs', 5, [2, 3], { armor_rating: 18, move_speed: -2 }),
  cloth('Gloves', 'hands', 6, [2, 2], { armor_rating: 8, cast_speed: 2 }),
  cloth('Slippers', 'feet', 5, [2, 2], { armor_rating: 8, move_speed: 6 }),
  cloth('Cloak', 'back', 7, [2, 3], { armor_rating: 10, quietness: 3 }),
  leather('Cap', 'head', 6, [2, 2], { armor_rating: 16, nimbleness: 1 }),
  leather('Mask', 'head', 4, [2, 1], { armor_rating: 12, guile: 2 }),
  leather('Jerkin', 'chest', 7, [2, 3], { armor_rating: 38, move_speed: -5 }),
  leather('Brigandine', 'chest', 5, [2, 3], { armor_rating: 48, move_speed: -9 }),
  leather('Leggings', 'legs', 6, [2, 3], { armor_rating: 30, move_speed: -4 }),
  leather('Bracers', 'hands', 6, [2, 2], { armor_rating: 15, finesse: 1 }),
  leather('Boots', 'feet', 7, [2, 2], { armor_rating: 14, move_speed: 5 }),
  leather('Mantle', 'back', 4, [2, 3], { armor_rating: 14, carry_capacity: 10 }),
  plate('Helm', 'head', 7, [2, 2], { armor_rating: 28, move_speed: -3 }),
  plate('Visor', 'head', 5, [2, 2], { armor_rating: 33, move_speed: -5 }),
  plate('Cuirass', 'chest', 7, [2, 3], { armor_rating: 70, move_speed: -14 }),
  plate('Hauberk', 'chest', 6, [2, 3], { armor_rating: 60, move_speed: -11 }),
  plate('Tassets', 'legs', 6, [2, 3], { armor_rating: 46, move_speed: -9 }),
  plate('Gauntlets', 'hands', 6, [2, 2], { armor_rating: 24, might: 1 }),
  plate('Sabatons', 'feet', 6, [2, 2], { armor_rating: 22, move_speed: 2 }),
  accessory('Ring', 'ring', 15, { might: 1 }),
  accessory('Signet', 'ring', 9, { resolve: 1 }),
  accessory('Pendant', 'neck', 14, { max_health: 4 }),
  accessory('Amulet', 'neck', 10, { max_mana: 4 }),
  accessory('Charm', 'trinket', 8, { fortune: 4 }),
  accessory('Reliquary', 'trinket', 5, { healing_received: 3 }),
]

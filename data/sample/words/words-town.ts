export const merchantNames: readonly string[] = [
  'Lamplighter',
  'Ferrymaster',
  'Armorer',
  'Apothecary',
  'Bowyer',
  'Candlemaker',
  'Cartographer',
  'Coffin Maker',
  'Cook',
  'Fence',
  'Goldbeater',
  'Herbalist',
  'Hide Trader',
  'Leech Doctor',
  'Moth Breeder',
  'Pawnbroker',
  'Ragpicker',
  'Smith',
  'Toll Keeper',
  'Weaver',
]

/** Name and subtitle's two motifs, by their place in the list of motifs. */
export const religionNames: readonly (readonly [name: string, a: number, b: number])[] = [
  ['The Lit Lamp', 2, 18],
  ['Mother Brine', 1, 25],
  ['The Kneeling King', 8, 14],
  ['Saint of Moths', 6, 34],
  ['The Root Below', 13, 26],
  ['Ash Father', 0, 9],
]

export const chestNames: readonly string[] = [
  'Wooden Chest',
  'Iron Chest',
  'Reliquary Chest',
  'Locked Coffer',
  'Hoard',
  'Coffin',
  'Strongbox',
]
export const propNames: readonly string[] = ['Barrel', 'Crate', 'Urn']
export const emptyNames: readonly string[] = ['Cold Brazier', 'Vacant Altar', 'Dry Well', 'Bare Alcove']

export const workshopNames: readonly (readonly [slug: string, name: string])[] = [
  ['ember_forge', 'Ember Forge'],
  ['still_room', 'Still Room'],
]

export const upgradeNames: Readonly<Record<string, readonly string[]>> = {
  ember_forge: ['Deeper Bellows', 'Second Anvil', 'Quench Basin', 'Coal Cellar', 'Tong Rack'],
  still_room: ['Copper Coil', 'Herb Loft', 'Cold Shelf', 'Glass Bench', 'Seed Drawers'],
}

export const emotes: readonly string[] = [
  'wave',
  'bow',
  'kneel',
  'point',
  'shrug',
  'light_lamp',
  'laugh',
  'mourn',
  'dance',
  'beckon',
  'salute',
  'sit',
]

interface Family {
  readonly bases: readonly string[]
  readonly behaviors: readonly string[]
  readonly attacks: readonly string[]
  /** Percent, by damage type; negative is weak. */
  readonly resistances: Readonly<Record<string, number>>
  readonly toughness: number
}

export const families: Readonly<Record<string, Family>> = {
  undead: {
    bases: ['Wight', 'Ghoul', 'Bonepicker', 'Gravewarden'],
    behaviors: ['patrol', 'rise_from_ground', 'guard_grave'],
    attacks: ['Rusted Slash', 'Grave Grasp', 'Shield Shove', 'Hollow Moan', 'Lunge', 'Bone Hurl'],
    resistances: { frost: 30, shadow: 40, poison: 80, hymn: -50, fire: -20 },
    toughness: 1,
  },
  spirit: {
    bases: ['Shade', 'Lament', 'Echo', 'Weeper'],
    behaviors: ['drift', 'phase_through_walls', 'haunt_light'],
    attacks: ['Cold Touch', 'Wail', 'Snuff', 'Through the Wall', 'Drain Warmth', 'Double Vision'],
    resistances: { physical: 40, shadow: 50, storm: -30, hymn: -40 },
    toughness: 0.7,
  },
  beast: {
    bases: ['Wolf', 'Boar', 'Bat', 'Toad'],
    behaviors: ['roam', 'hunt_in_pack', 'flee_from_fire'],
    attacks: ['Bite', 'Pounce', 'Rake', 'Charge', 'Howl', 'Tail Swipe'],
    resistances: { frost: 10, fire: -25, poison: -10 },
    toughness: 0.8,
  },
  drowned: {
    bases: ['Sailor', 'Bride', 'Diver', 'Anchorman'],
    behaviors: ['wade', 'ambush_from_water', 'drag_under'],
    attacks: ['Anchor Swing', 'Brine Spit', 'Clutch', 'Rope Lash', 'Undertow', 'Belch'],
    resistances: { frost: 20, storm: -60, fire: 30 },
    toughness: 1.2,
  },
  fungal: {
    bases: ['Sporeling', 'Caplord', 'Creeper', 'Rotbloom'],
    behaviors: ['rooted', 'burst_when_close', 'spread'],
    attacks: ['Spore Cloud', 'Cap Slam', 'Tendril', 'Puff', 'Infest', 'Regrow'],
    resistances: { poison: 100, fire: -60, physical: 10 },
    toughness: 0.9,
  },
  insect: {
    bases: ['Moth', 'Beetle', 'Wasp', 'Centipede'],
    behaviors: ['swarm', 'drawn_to_light', 'burrow'],
    attacks: ['Sting', 'Mandibles', 'Wing Dust', 'Burrow Strike', 'Acid Drip', 'Swarm Call'],
    resistances: { poison: 50, frost: -40, physical: 15 },
    toughness: 0.6,
  },
  construct: {
    bases: ['Sentinel', 'Mason', 'Effigy'],
    behaviors: ['stand_guard', 'wake_on_theft', 'patrol'],
    attacks: ['Hammer Fall', 'Sweep', 'Rubble Throw', 'Stomp', 'Gear Grind', 'Overheat'],
    resistances: { physical: 35, poison: 100, storm: -40, fire: 20 },
    toughness: 1.6,
  },
  cultist: {
    bases: ['Acolyte', 'Flagellant', 'Lampbearer', 'Cantor'],
    behaviors: ['pray', 'call_for_help', 'keep_distance'],
    attacks: ['Curved Knife', 'Candle Bolt', 'Chant of Pain', 'Wax Mask', 'Offer Blood', 'Kick'],
    resistances: { shadow: 20, hymn: 10 },
    toughness: 0.85,
  },
  plant: {
    bases: ['Briar', 'Strangler', 'Mandrake'],
    behaviors: ['rooted', 'sleep_until_touched', 'reach'],
    attacks: ['Vine Whip', 'Thorn Volley', 'Entangle', 'Shriek', 'Sap Spray', 'Root Spike'],
    resistances: { fire: -70, frost: -20, poison: 60, physical: 10 },
    toughness: 1.1,
  },
  fiend: {
    bases: ['Imp', 'Tormentor', 'Gorger', 'Candlehound'],
    behaviors: ['taunt', 'blink', 'feast'],
    attacks: ['Claw', 'Ember Breath', 'Blink Strike', 'Gorge', 'Tail Hook', 'Mocking Laugh'],
    resistances: { fire: 60, frost: -30, hymn: -60 },
    toughness: 1.3,
  },
}

/** Monsters that are alone in their place: name, family, place, and the tier of all their grades. */
export const bosses: readonly (readonly [name: string, family: string, place: string, tier: 'boss' | 'sub_boss'])[] = [
  ['Drowned King', 'drowned', 'hollow_throne', 'boss'],
  ['Mother of Moths', 'insect', 'lantern_ward', 'boss'],
  ['Faceless Abbot', 'cultist', 'sunken_choir', 'boss'],
  ['Rootmother', 'plant', 'root_cellars', 'boss'],
  ['Old Saltjaw', 'beast', 'brine_fen', 'boss'],
  ['Ninth Bell', 'construct', 'bell_quarry', 'boss'],
  ['Slag Tyrant', 'fiend', 'ember_vaults', 'boss'],
  ['Winter Widow', 'spirit', 'rime_gallery', 'boss'],
  ['Toll Collector', 'undead', 'bell_quarry', 'sub_boss'],
  ['Kiln Warden', 'construct', 'ember_vaults', 'sub_boss'],
  ['Sexton Gaunt', 'undead', 'sunken_choir', 'sub_boss'],
  ['Cap Cardinal', 'fungal', 'root_cellars', 'sub_boss'],
  ['Frozen Regent', 'undead', 'rime_gallery', 'sub_boss'],
  ['Eel Duchess', 'drowned', 'brine_fen', 'sub_boss'],
]

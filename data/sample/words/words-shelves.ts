/** Kinds of items on a merchant's shelves: values of `*type` columns. A merchant without any sells anything. */
export const shelves: Readonly<Record<string, readonly string[]>> = {
  ferrymaster: ['light', 'food', 'drink', 'gem'],
  armorer: ['armor'],
  apothecary: ['potion', 'herb', 'bandage'],
  bowyer: ['bow', 'crossbow', 'thrown', 'ammunition'],
  candlemaker: ['light', 'tool'],
  cartographer: ['tool', 'key', 'letter', 'light'],
  coffin_maker: ['shield', 'axe', 'cloth', 'trap'],
  cook: ['food', 'drink', 'herb'],
  goldbeater: ['accessory', 'gem'],
  herbalist: ['herb', 'potion'],
  hide_trader: ['hide', 'leather'],
  leech_doctor: ['bandage', 'potion', 'trophy'],
  moth_breeder: ['cloth', 'trophy'],
  smith: ['weapon', 'ingot', 'ore', 'plate'],
  toll_keeper: ['polearm', 'key', 'trap', 'throwable'],
  weaver: ['cloth'],
}

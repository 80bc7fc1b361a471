/** Columns that say what kind of item it is, from general to specific. */
export const kindColumnsOnCard = [
  'slot_type',
  'armor_type',
  'weapon_type',
  'hand_type',
  'misc_type',
  'utility_type',
] as const

/** Columns that the card of an item shows, and which its page therefore omits elsewhere. */
export const columnsOnCard: readonly string[] = [
  ...kindColumnsOnCard,
  'required_class',
  'gear_score',
  'vendor_price',
  'inventory_width',
  'inventory_height',
  'num_primary_attributes',
  'num_secondary_attributes',
]

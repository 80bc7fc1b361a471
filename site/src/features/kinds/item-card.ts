/** What kind of item it is, from the widest to the narrowest. */
export const kindsOnCard = ['slot_type', 'armor_type', 'weapon_type', 'hand_type', 'misc_type', 'utility_type'] as const

/** The columns that an item's card shows, so that its page need not. */
export const onCard: readonly string[] = [
  ...kindsOnCard,
  'required_class',
  'gear_score',
  'vendor_price',
  'inventory_width',
  'inventory_height',
  'num_primary_attributes',
  'num_secondary_attributes',
]

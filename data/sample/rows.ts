export type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json | undefined }

export type Row = Readonly<Record<string, Json | undefined>>

export interface ItemRow extends Row {
  readonly id: string
  readonly archetype: string
  readonly name: string
  readonly rarity: string
  readonly type: string
  readonly vendor_price: number
  readonly max_stack_size: number
}

interface MonsterRow extends Row {
  readonly id: string
  readonly archetype: string
  readonly name: string
  readonly family: string
  readonly tier: string
  readonly hp: number
  readonly damage_min: number
  readonly damage_max: number
}

export interface LootTableRow extends Row {
  readonly id: string
  readonly type: string
  readonly entries: readonly {
    readonly item_id: string
    readonly weight: number
    readonly min_quantity: number
    readonly max_quantity: number
    readonly tier: string
    readonly conditions?: Readonly<Record<string, Json>>
  }[]
}

export interface RewardRow extends Row {
  readonly id: string
  readonly entries: readonly { readonly type: string; readonly count: number; readonly [reference: string]: Json }[]
}

/** The rows of a bundle, by file name. */
export interface Rows {
  items: ItemRow
  monsters: MonsterRow
  monster_abilities: Row
  loot_tables: LootTableRow
  spawners: Row
  maps: Row
  classes: Row
  perks: Row
  spells: Row
  skills: Row
  religions: Row
  merchants: Row
  quests: Row
  quest_contents: Row
  rewards: RewardRow
  workshops: Row
  workshop_levels: Row
  workshop_upgrades: Row
  workshop_services: Row
  faustian_bargains: Row
  achievements: Row
  attributes: Row
  perk_abilities: Row
  spell_abilities: Row
  skill_abilities: Row
}

export type Resource = keyof Rows

/** The key that identifies a row within its resource. */
export function rowKey(row: Row): string {
  const { id, monster_id, ability_id } = row
  if (typeof id === 'string') return id
  return `${JSON.stringify(monster_id)}/${JSON.stringify(ability_id)}`
}

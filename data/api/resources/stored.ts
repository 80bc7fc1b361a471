// What bundles carry and no endpoint answers with yet: validated and stored all the same.
import { z } from 'zod'
import * as column from '../columns.ts'
import { atPatch, byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

const payload = () => column.object()

export const maps = resource({
  name: 'maps',
  summary: 'Maps',
  spec: '9.2',
  mode: byPatch,
  columns: { id: column.id('map'), source_key: column.key(), name: column.text(), patch_id: column.patchId() },
})

export const spawners = resource({
  name: 'spawners',
  summary: 'Spawners',
  spec: '4.7',
  mode: byPatch,
  columns: {
    id: column.id('spawner'),
    source_key: column.key(),
    archetype: column.key(),
    map_id: column.reference('map_id', 'maps'),
    spawner_type: column.checkedSlug(['loot', 'monster', 'treasure', 'props', 'empty']),
    monster_id: column.reference('monster_id', 'monsters'),
    loot_table_id: column.reference('loot_table_id', 'loot_tables'),
    loot_drop_group_id: column.key(),
    location: column.object(),
    payload: column.list(z.unknown()),
    patch_id: column.patchId(),
  },
})

export const classes = resource({
  name: 'classes',
  summary: 'Classes',
  spec: '4.5',
  mode: atPatch,
  columns: {
    id: column.id('player_character'),
    name: column.text(),
    source_key: column.key(),
    art_data: column.key(),
    class_info: column.text(),
    sound_data: column.key(),
    flavor_text: column.text(),
    effects: column.key(),
    icon: column.asset('image/png', 'url'),
    can_use: column.boolean(),
    is_default: column.boolean(),
    character_types: column.strings(),
    abilities: column.strings(),
    perks: column.references('perks', 'perks'),
    emotes: column.strings(),
    default_hands: column.strings(),
    patch_version: column.patchVersion(),
  },
})

export const spells = resource({
  name: 'spells',
  summary: 'Spells',
  spec: '4.5',
  mode: atPatch,
  columns: {
    id: column.id('spell'),
    name: column.text(),
    source_key: column.key(),
    desc: column.text(),
    range: column.integer(),
    area_radius: column.integer(),
    art_data: column.key(),
    icon: column.asset('image/png', 'url'),
    casting_type: column.slug(),
    cost_type: column.slug(),
    source_type: column.slug(),
    spell_tag: column.key(),
    sound_data: column.key(),
    classes: column.references('classes', 'classes'),
    abilities: column.references('abilities', 'spell_abilities'),
    patch_version: column.patchVersion(),
  },
})

export const skills = resource({
  name: 'skills',
  summary: 'Skills',
  spec: '4.5',
  mode: atPatch,
  columns: {
    id: column.id('skill'),
    name: column.text(),
    source_key: column.key(),
    desc_data: column.text(),
    art_data: column.key(),
    icon: column.asset('image/png', 'url'),
    skill_type: column.slug(),
    skill_tier: column.integer(),
    use_moving: column.boolean(),
    can_use: column.boolean(),
    classes: column.references('classes', 'classes'),
    abilities: column.references('abilities', 'skill_abilities'),
    patch_version: column.patchVersion(),
  },
})

export const religions = resource({
  name: 'religions',
  summary: 'Religions',
  spec: '4.5',
  mode: atPatch,
  columns: {
    id: column.id('religion'),
    name: column.text(),
    source_key: column.key(),
    desc: column.text(),
    subtitle: column.text(),
    order: column.integer(),
    offering_lv_count: column.integers(),
    art_data: column.key(),
    icon: column.asset('image/png', 'url'),
    patch_version: column.patchVersion(),
  },
})

export const merchants = resource({
  name: 'merchants',
  summary: 'Merchants',
  spec: '4.5',
  mode: atPatch,
  columns: {
    id: column.id('merchant'),
    name: column.text(),
    source_key: column.key(),
    art_data: column.key(),
    icon: column.asset('image/png', 'url'),
    order: column.integer(),
    service_types: column.strings(),
    greeting_texts: column.list(z.looseObject({ key: z.string(), namespace: z.string().nullish() })),
    patch_version: column.patchVersion(),
  },
})

const ability = (name: string, kind: string) =>
  resource({
    name,
    summary: `Rows of ${name}`,
    spec: '4.5',
    mode: atPatch,
    columns: { id: column.id(kind), source_key: column.key(), name: column.text(), desc: column.text() },
  })

export const perkAbilities = ability('perk_abilities', 'perk_ability')
export const spellAbilities = ability('spell_abilities', 'spell_ability')
export const skillAbilities = ability('skill_abilities', 'skill_ability')

export const workshops = resource({
  name: 'workshops',
  summary: 'Workshops',
  spec: '4.8',
  mode: byPatch,
  columns: {
    id: column.id('workshop'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    patch_id: column.patchId(),
  },
})

export const workshopLevels = resource({
  name: 'workshop_levels',
  summary: 'Levels of workshops',
  spec: '4.8',
  mode: byPatch,
  columns: {
    id: column.id('workshop_level'),
    source_key: column.key(),
    workshop_id: column.reference('workshop_id', 'workshops'),
    tier: column.integer(),
    xp_requirement: column.integer(),
    patch_id: column.patchId(),
  },
})

export const workshopUpgrades = resource({
  name: 'workshop_upgrades',
  summary: 'Upgrades of workshops',
  spec: '4.8',
  mode: byPatch,
  columns: {
    id: column.id('workshop_upgrade'),
    source_key: column.key(),
    workshop_id: column.reference('workshop_id', 'workshops'),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    payload: payload(),
    patch_id: column.patchId(),
  },
})

export const workshopServices = resource({
  name: 'workshop_services',
  summary: 'Recipes of workshops',
  spec: '4.8',
  mode: byPatch,
  columns: {
    id: column.id('workshop_service'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    service_type: column.checkedSlug(['craft', 'rebuild', 'enhance', 'scrap']),
    payload: payload(),
    patch_id: column.patchId(),
  },
})

export const faustianBargains = resource({
  name: 'faustian_bargains',
  summary: 'Faustian bargains',
  spec: '4.9',
  mode: byPatch,
  columns: {
    id: column.id('faustian_bargain'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    icon: column.asset('image/png', 'object'),
    tier: column.integer(),
    payload: payload(),
    patch_id: column.patchId(),
  },
})

export const achievements = resource({
  name: 'achievements',
  summary: 'Achievements',
  spec: '4.9',
  mode: byPatch,
  locale: 'en',
  columns: {
    id: column.id('achievement'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    category: column.checkedSlug(['arena', 'class', 'community', 'coreplay', 'event', 'feat', 'highroller', 'item']),
    icon: column.asset('image/png', 'object'),
    payload: payload(),
    patch_id: column.patchId(),
  },
})

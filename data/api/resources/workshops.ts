import * as column from '../columns.ts'
import { cursor } from '../envelopes.ts'
import { exact, idLike } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

const served = { spec: '4.8', mode: byPatch, envelope: cursor() }

export const workshops = resource({
  ...served,
  name: 'workshops',
  summary: 'Workshops',
  about: 'The buildings in which things are made.',
  path: '/v2/workshops',
  columns: {
    id: column.id('workshop'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    patch_id: column.patchId(),
  },
  filters: [idLike(), exact('archetype')],
})

export const workshopLevels = resource({
  ...served,
  name: 'workshop_levels',
  summary: 'Levels of workshops',
  about: 'The tiers of the workshops.',
  path: '/v2/workshop_levels',
  single: false,
  columns: {
    id: column.id('workshop_level'),
    source_key: column.key(),
    workshop_id: column.reference('workshop_id', 'workshops'),
    tier: column.integer(),
    xp_requirement: column.integer(),
    patch_id: column.patchId(),
  },
  filters: [idLike()],
})

export const workshopUpgrades = resource({
  ...served,
  name: 'workshop_upgrades',
  summary: 'Upgrade tracks of workshops',
  about: 'What the workshops can be extended by.',
  path: '/v2/workshop_upgrades',
  single: false,
  columns: {
    id: column.id('workshop_upgrade'),
    source_key: column.key(),
    workshop_id: column.reference('workshop_id', 'workshops'),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    payload: column.object(),
    patch_id: column.patchId(),
  },
  filters: [idLike(), exact('archetype')],
})

export const workshopServices = resource({
  ...served,
  name: 'workshop_services',
  summary: 'Recipes of workshops',
  about: 'Recipes: crafting, rebuilding, enhancing, scrapping.',
  path: '/v2/workshop_services',
  single: false,
  columns: {
    id: column.id('workshop_service'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    service_type: column.checkedSlug(['craft', 'rebuild', 'enhance', 'scrap']),
    payload: column.object(),
    patch_id: column.patchId(),
  },
  filters: [exact('service_type'), idLike()],
})

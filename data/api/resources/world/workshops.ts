import * as column from '../../model/columns.ts'
import { cursor } from '../../model/envelopes.ts'
import { exact, idLike, substring } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

const served = { specClause: '4.8', mode: byPatch, envelope: cursor() }

export const workshops = resource({
  ...served,
  name: 'workshops',
  summary: 'Workshops',
  description: 'The buildings in which things are crafted.',
  path: '/v2/workshops',
  columns: {
    id: column.id('workshop'),
    source_key: column.key('The upstream key.'),
    archetype: column.key('Id that all rows of its kind share.'),
    name: column.text('Name.'),
    description: column.text('Description.'),
    patch_id: column.patchId(),
  },
  filters: [idLike(), exact('archetype')],
})

export const workshopLevels = resource({
  ...served,
  name: 'workshop_levels',
  summary: 'Levels of workshops',
  description: 'The tiers of the workshops.',
  path: '/v2/workshop_levels',
  partOf: 'workshops',
  single: false,
  columns: {
    id: column.id('workshop_level'),
    source_key: column.key('The upstream key.'),
    workshop_id: column.described('Id of the workshop.', column.reference('workshop_id', 'workshops')),
    tier: column.integer('Tier, from 1.'),
    xp_requirement: column.integer('Experience points that the level takes.'),
    patch_id: column.patchId(),
  },
  filters: [idLike()],
})

export const workshopUpgrades = resource({
  ...served,
  name: 'workshop_upgrades',
  summary: 'Upgrade tracks of workshops',
  description: 'How workshops can be upgraded.',
  path: '/v2/workshop_upgrades',
  partOf: 'workshops',
  single: false,
  columns: {
    id: column.id('workshop_upgrade'),
    source_key: column.key('The upstream key.'),
    workshop_id: column.described('Id of the workshop.', column.reference('workshop_id', 'workshops')),
    archetype: column.key('Id that all rows of its kind share.'),
    name: column.text('Name.'),
    description: column.text('Description.'),
    payload: column.object('The upstream data as it is: costs, effects and requirements.'),
    patch_id: column.patchId(),
  },
  filters: [idLike(), exact('archetype')],
})

export const workshopServices = resource({
  ...served,
  name: 'workshop_services',
  summary: 'Recipes of workshops',
  description: 'Recipes: crafting, rebuilding, enhancing, scrapping.',
  path: '/v2/workshop_services',
  partOf: 'workshops',
  single: false,
  columns: {
    id: column.id('workshop_service'),
    source_key: column.key('The upstream key.'),
    archetype: column.key('Id that all rows of its kind share.'),
    name: column.text('Name.'),
    description: column.text('Description.'),
    service_type: column.checkedSlug(['craft', 'rebuild', 'enhance', 'scrap'], 'What it does.'),
    payload: column.object('Materials, output and requirements of the recipe.'),
    patch_id: column.patchId(),
  },
  filters: [exact('service_type'), substring('name'), idLike()],
})

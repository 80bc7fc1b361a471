// Compares the table of endpoints with the tables of the specification, which are repeated here by hand.
import { describe, expect, it } from 'vitest'
import { ParseError } from '../../../data/api/model/values/codecs.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { entryColumns } from '../../../data/api/live/leaderboards.ts'
import { listingColumns } from '../../../data/api/live/market.ts'
import { merchantQuestColumns, stockColumns } from '../../../data/api/live/merchants.ts'
import { tradeColumns } from '../../../data/api/live/trades.ts'
import { api } from '../../../data/api/table.ts'

interface Contract {
  path: string
  clause: string
  /** Names of its parameters, including those of the patch mode and the envelope. */
  params: string
  mode: 'byPatch' | 'atPatch' | 'unscoped'
  envelope?: 'page' | 'cursor'
  limits?: readonly [byDefault: number, max: number]
  locale?: 'en'
}

const page = { envelope: 'page', limits: [25, 250] } as const
const cursor = { envelope: 'cursor', limits: [50, 200] } as const
const ofPage = 'page limit'
const ofCursor = 'sort limit cursor'
const byPatch = { mode: 'byPatch' } as const
const atPatch = { mode: 'atPatch' } as const
const unscoped = { mode: 'unscoped' } as const
const ofVersions = 'at_patch branch'

const itemFilters =
  'id archetype name rarity type armor_type hand_type misc_type slot_type utility_type required_class ' +
  'min_required_knowledge max_required_knowledge min_gear_score max_gear_score min_vendor_price max_vendor_price ' +
  'min_adventure_points max_adventure_points min_experience max_experience min_max_stack_size max_max_stack_size ' +
  'min_primary_attributes max_primary_attributes min_secondary_attributes max_secondary_attributes has_effect'
const tooltipParams =
  'primary[<attr>] secondary[<attr>] quantity found_by loot_state class is_tradeable amount at_patch branch'
const monsterFilters =
  'id name family tier loot_table_id min_hp max_hp min_damage_min max_damage_min min_damage_max max_damage_max ' +
  'has_model has_portrait'
const spawnerFilters = 'id map_id spawner_type loot_table_id monster_id loot_drop_group_id id_like'

const listingFilters =
  'id item_id item archetype rarity loot_state seller min_price max_price min_price_per_unit max_price_per_unit ' +
  'min_quantity max_quantity from to has_sold has_expired has_cancelled'
const seasonPath = '/v2/leaderboards/seasons/{season}'
const sheetPath = `${seasonPath}/sheets/{sheet}`
const entriesParams = 'class period page page_size'
const entriesEnvelope = { envelope: 'page', limits: [100, 1000] } as const

/** Live endpoints, which do not depend on patches. */
const live: Omit<Contract, 'mode'>[] = [
  { path: '/v2/merchant/stock', clause: '4.10', params: '' },
  { path: '/v2/merchant/stock/{merchant}', clause: '4.10', params: '' },
  {
    path: '/v2/merchant/stock/history',
    clause: '4.10',
    params: `item_id ${ofPage}`,
    envelope: 'page',
    limits: [250, 250],
  },
  { path: '/v2/merchant/quests', clause: '4.10', params: '' },
  { path: '/v2/market', clause: '4.11', params: `${listingFilters} ${ofPage}`, ...page },
  { path: '/v2/market/{id}', clause: '4.11', params: '' },
  { path: '/v2/market/analytics/{item_id}/prices/history', clause: '4.11', params: 'interval from to' },
  ...['/v2/trades', '/v2/trades/chat'].map((path) => ({
    path,
    clause: '4.12',
    params: `sender sender_class sender_rank contains from to ${ofPage}`,
    ...page,
  })),
  { path: '/v2/population', clause: '4.13', params: '' },
  { path: '/v2/population/history', clause: '4.13', params: 'from to' },
  { path: '/v2/leaderboards/seasons', clause: '4.14', params: '' },
  { path: seasonPath, clause: '4.14', params: '' },
  { path: `${seasonPath}/sheets`, clause: '4.14', params: '' },
  { path: sheetPath, clause: '4.14', params: '' },
  { path: `${sheetPath}/periods`, clause: '4.14', params: '' },
  { path: `${sheetPath}/entries`, clause: '4.14', params: entriesParams, ...entriesEnvelope },
  { path: `${sheetPath}/characters/{name}/history`, clause: '4.14', params: 'class' },
  { path: '/v2/leaderboards', clause: '4.14', params: '' },
  { path: '/v2/leaderboards/{legacy_id}', clause: '4.14', params: entriesParams, ...entriesEnvelope },
]

/** List, single row and icon of a versioned catalog. */
const versioned = (path: string, extra: string): Contract[] => [
  { path, clause: '4.5', params: `id name ${extra} ${ofVersions} ${ofPage}`, ...atPatch, ...page },
  { path: `${path}/{id}`, clause: '4.5', params: ofVersions, ...atPatch },
  { path: `${path}/{id}/icon`, clause: '4.5', params: ofVersions, ...atPatch },
]

const contracts: Contract[] = [
  { path: '/v2/items', clause: '4.2', params: `${itemFilters} patch ${ofPage}`, ...byPatch, ...page },
  { path: '/v2/items/{id}', clause: '4.2', params: 'patch', ...byPatch },
  { path: '/v2/items/{id}/tooltip', clause: '4.2', params: tooltipParams, ...atPatch },
  {
    path: '/v2/patches',
    clause: '4.3',
    params: `branch version parent_patch_id condense ${ofPage}`,
    ...unscoped,
    ...page,
  },
  { path: '/v2/patches/{id}', clause: '4.3', params: 'branch condense', ...unscoped },
  { path: '/v2/patches/{id}/changelog', clause: '4.3', params: 'branch', ...unscoped, locale: 'en' },
  { path: '/v2/monsters', clause: '4.4', params: `${monsterFilters} patch ${ofPage}`, ...byPatch, ...page },
  { path: '/v2/monsters/{id}', clause: '4.4', params: 'patch', ...byPatch },
  { path: '/v2/monsters/{id}/abilities', clause: '4.4', params: 'patch', ...byPatch },
  { path: '/v2/monsters/{id}/loot', clause: '4.4', params: 'patch', ...byPatch },
  { path: '/v2/monsters/{id}/portrait', clause: '4.4', params: 'patch', ...byPatch },
  { path: '/v2/monsters/{id}/model', clause: '4.4', params: 'patch', ...byPatch },
  ...versioned('/v2/classes', 'can_use is_default'),
  ...versioned('/v2/perks', 'can_use class'),
  ...versioned('/v2/spells', 'source_type casting_type cost_type class min_range max_range'),
  ...versioned('/v2/skills', 'skill_type can_use class'),
  ...versioned('/v2/religions', 'min_order max_order'),
  ...versioned('/v2/merchants', ''),
  {
    path: '/v2/quests',
    clause: '4.6',
    params: `id_like archetype chapter_id is_repeatable is_daily rank_min rank_max ${ofCursor} locale ${ofVersions}`,
    ...atPatch,
    ...cursor,
    locale: 'en',
  },
  { path: '/v2/quests/{id}', clause: '4.6', params: `locale ${ofVersions}`, ...atPatch, locale: 'en' },
  { path: '/v2/loot-tables', clause: '4.7', params: `id name type patch ${ofPage}`, ...byPatch, ...page },
  { path: '/v2/loot-tables/{id}', clause: '4.7', params: 'patch', ...byPatch },
  {
    path: '/v2/spawners',
    clause: '4.7',
    params: `${spawnerFilters} patch page ${ofCursor}`,
    ...byPatch,
    envelope: 'cursor',
    limits: [25, 250],
  },
  { path: '/v2/spawners/{id}', clause: '4.7', params: 'patch', ...byPatch },
  { path: '/v2/workshops', clause: '4.8', params: `id_like archetype patch ${ofCursor}`, ...byPatch, ...cursor },
  { path: '/v2/workshops/{id}', clause: '4.8', params: 'patch', ...byPatch },
  { path: '/v2/workshop_levels', clause: '4.8', params: `id_like patch ${ofCursor}`, ...byPatch, ...cursor },
  {
    path: '/v2/workshop_upgrades',
    clause: '4.8',
    params: `id_like archetype patch ${ofCursor}`,
    ...byPatch,
    ...cursor,
  },
  {
    path: '/v2/workshop_services',
    clause: '4.8',
    params: `service_type id_like patch ${ofCursor}`,
    ...byPatch,
    ...cursor,
  },
  {
    path: '/v2/faustian_bargains',
    clause: '4.9',
    params: `tier id_like archetype patch ${ofCursor}`,
    ...byPatch,
    ...cursor,
  },
  { path: '/v2/faustian_bargains/{id}', clause: '4.9', params: 'patch', ...byPatch },
  {
    path: '/v2/achievements',
    clause: '4.9',
    params: `category id_like archetype patch ${ofCursor}`,
    ...byPatch,
    ...cursor,
    locale: 'en',
  },
  { path: '/v2/achievements/{id}', clause: '4.9', params: 'patch', ...byPatch, locale: 'en' },
  { path: '/v2/facets', clause: '4.15', params: 'locale patch', ...byPatch, locale: 'en' },
  ...live.map((contract) => ({ ...contract, ...unscoped })),
]

/** Endpoints that must always exist. */
const needed = [
  ...['', '/{id}'].map((rest) => `/v2/patches${rest}`),
  ...['', '/{id}'].map((rest) => `/v2/items${rest}`),
  ...['', '/{id}'].map((rest) => `/v2/attributes${rest}`),
  ...['', '/{id}', '/{id}/abilities', '/{id}/loot'].map((rest) => `/v2/monsters${rest}`),
  ...['', '/{id}'].map((rest) => `/v2/loot-tables${rest}`),
  ...['', '/{id}'].map((rest) => `/v2/perks${rest}`),
  ...['', '/{id}'].map((rest) => `/v2/quests${rest}`),
  '/v2/facets',
  ...live.map(({ path }) => path),
]

/** Parameters that the specification does not list for each endpoint; all catalogs have `embed` and `locale`. */
const additions = new Set([
  ...['condense', 'locale', 'cursor', 'embed', 'counts', 'older_than', 'after_row', 'name'],
  ...['sort', 'ids', 'fields', 'format', 'attribute'],
])

const integers = /^((min|max)_.*(?<!per_unit)|rank_min|rank_max|page|limit|page_size|period|parent_patch_id)$/
const booleans = /^(has_.*|is_.*|can_use|condense|counts)$/
const byPath = new Map(api.endpoints.map((endpoint) => [endpoint.path, endpoint]))
const served = contracts.flatMap((contract) => {
  const endpoint = byPath.get(contract.path)
  return endpoint ? [{ ...contract, endpoint }] : []
})
const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '')

function typeOf(endpoint: Endpoint, name: string): unknown {
  return endpoint.params[name]?.codec.schema.type
}

describe('the table has the endpoints', () => {
  it('that must always exist', () => {
    expect(needed.filter((path) => !byPath.has(path))).toEqual([])
  })

  it('of clauses 4.2 to 4.15, or reports them as not served yet', () => {
    const missing = contracts.filter(({ path }) => !byPath.has(path)).map(({ path }) => path)
    if (missing.length > 0) console.log(`Not served yet: ${missing.join(', ')}`)
    expect(served.length + missing.length).toBe(contracts.length)
    expect(missing.filter((path) => needed.includes(path))).toEqual([])
  })

  it('and matches the literal `current` as the id of a patch', () => {
    expect(api.match(['v2', 'patches', 'current'])?.endpoint.path).toBe('/v2/patches/{id}')
  })
})

describe.each(served)('$path', ({ endpoint, clause, params, mode, envelope, limits, locale }) => {
  it(`follows clause ${clause}`, () => {
    expect(endpoint.specClause).toBe(clause)
    expect(endpoint.mode.name).toBe(mode)
    expect(endpoint.envelope?.kind).toBe(envelope)
  })

  it('has exactly these parameters', () => {
    const wanted = wordsOf(params)
    const known = Object.keys(endpoint.params)
    const plain = wanted.filter((name) => !name.includes('['))
    expect(plain.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !wanted.includes(name) && !additions.has(name) && !name.includes('['))).toEqual([])
  })

  it('has one patch mode', () => {
    const known = Object.keys(endpoint.params).filter((name) => ['patch', 'at_patch'].includes(name))
    expect(known).toEqual({ byPatch: ['patch'], atPatch: ['at_patch'], unscoped: [] }[mode])
    if (mode === 'atPatch') expect(endpoint.params.branch?.default).toBe('main')
  })

  it('has the types and defaults of its parameters', () => {
    for (const name of Object.keys(endpoint.params)) {
      if (integers.test(name)) expect(typeOf(endpoint, name), name).toBe('integer')
      if (booleans.test(name)) expect(typeOf(endpoint, name), name).toBe('boolean')
    }
    if (envelope === 'page') expect(endpoint.params.page?.default).toBe(1)
    if (envelope === 'cursor') {
      for (const given of ['asc', 'desc']) expect(endpoint.params.sort?.codec.read(given)).toBe(given)
      expect(endpoint.params.sort?.default).toBe('asc')
    }
    if (endpoint.params.locale && !endpoint.path.endsWith('/tooltip')) {
      expect(endpoint.params.locale.default).toBe(locale)
      expect(endpoint.params.locale.codec.schema.enum).toEqual(wordsOf('en de es fr ja ko pt-BR ru zh-Hans zh-Hant'))
    }
  })

  it('has the limits', () => {
    expect(endpoint.envelope && Object.values(endpoint.envelope.limits)).toEqual(limits)
    if (!limits) return
    const [byDefault, max] = limits
    const limit = endpoint.params.limit ?? endpoint.params.page_size
    expect(limit?.default).toBe(byDefault)
    expect(limit?.codec.read(String(max))).toBe(max)
    expect(limit?.codec.read('1')).toBe(1)
    expect(limit?.codec.read(String(max + 1))).toBeInstanceOf(ParseError)
    expect(limit?.codec.read('0')).toBeInstanceOf(ParseError)
  })
})

describe('live data', () => {
  const observedEndpoints = api.endpoints.filter(({ specClause }) => /^4\.1[0-4]$/.test(specClause))

  it('has exactly these endpoints; besides them only changes, prices, events, the meta page, the document and a line for chats are live', () => {
    expect(observedEndpoints.map(({ path }) => path).sort()).toEqual(live.map(({ path }) => path).sort())
    const others = api.endpoints
      .filter((one) => one.kind === 'live' && !observedEndpoints.includes(one))
      .map(({ path }) => path)
    expect(observedEndpoints.filter((one) => one.kind !== 'live')).toEqual([])
    expect(others.sort()).toEqual([
      ...['/v2/chat/items', '/v2/events', '/v2/market/changes', '/v2/market/prices', '/v2/merchant/stock/changes'],
      ...['/v2/meta', '/v2/openapi.json', '/v2/trades/changes'],
    ])
  })

  it('is cached for a minute at most', () => {
    for (const { id, maxAgeSeconds } of observedEndpoints) {
      expect(maxAgeSeconds, id).toBeLessThanOrEqual(60)
    }
  })

  it('requires the item of a stock history and the window of a population history, nothing else', () => {
    const required = observedEndpoints.flatMap(({ path, params }) =>
      Object.keys(params)
        .filter((name) => params[name]?.required)
        .map((name) => `${path} ${name}`),
    )
    expect(required).toEqual([
      '/v2/merchant/stock/history item_id',
      '/v2/population/history from',
      '/v2/population/history to',
    ])
  })

  it('has parameters for instants, and names the precomputed intervals', () => {
    for (const { params } of observedEndpoints)
      for (const name of ['from', 'to']) if (params[name]) expect(params[name].codec.schema.format).toBe('date-time')
    const { interval } = byPath.get('/v2/market/analytics/{item_id}/prices/history')?.params ?? {}
    expect(interval?.default).toBe('15m')
    expect(interval?.codec.schema.examples).toEqual(wordsOf('1m 3m 5m 10m 15m 30m 45m 1h 2h 4h 1d 1w 2w 4w'))
  })
})

describe('the fields that the specification lists for live rows of', () => {
  it.each([
    ['merchant stock', stockColumns, 'merchant_id item_id price currency stock rank_id captured_at'],
    [
      'merchant quests',
      merchantQuestColumns,
      'merchant_id quest_id reset_at is_repeatable rank_requirement captured_at',
    ],
    ['listings', listingColumns, 'id cursor item_id item archetype rarity price price_per_unit quantity created_at'],
    ['listings', listingColumns, 'expires_at has_sold has_cancelled seller has_expired loot_state captured_patch_id'],
    ['trades', tradeColumns, 'id timestamp sender sender_id sender_class sender_rank message items'],
    ['entries', entryColumns, 'season_id sheet_id period_index character_class character rank previous_rank score'],
    ['entries', entryColumns, 'karma rank_tier rank_tier_level'],
  ])('%s', (_what, columns, fields) => {
    const known = Object.keys(columns)
    expect(wordsOf(fields).filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the values that the specification lists', () => {
  it.each([
    ['items', 'rarity', 'poor common uncommon rare epic legendary unique artifact'],
    ['spawners', 'spawner_type', 'loot monster treasure props empty'],
    ['workshop_services', 'service_type', 'craft rebuild enhance scrap'],
    ['achievements', 'category', 'arena class community coreplay event feat highroller item'],
  ])('of %s.%s are always valid', (resource, column, values) => {
    expect(api.resources.get(resource)?.columns[column]?.usual).toEqual(wordsOf(values))
  })
})

describe('the fields that the specification lists for', () => {
  it.each([
    ['patches', 'id branch version version_raw display_name released_at imported_at parent_patch_id changelog_url'],
    ['patches', 'notes is_current'],
    ['items', 'id cursor archetype name rarity patch_id type armor_type hand_type misc_type slot_type utility_type'],
    ['items', 'required_class required_knowledge gear_score vendor_price adventure_points experience max_stack_size'],
    ['monsters', 'id name family tier hp damage_min damage_max resistances behaviors loot_table_id captured_at'],
    ['monsters', 'patch_id animation_paths portrait model'],
    ['monster_abilities', 'monster_id ability_id cooldown conditions'],
    ['loot_tables', 'id type name captured_at patch_id entries'],
    ['spawners', 'id archetype spawner_type monster_id loot_drop_group_id location payload'],
    ['classes', 'id name patch_version source_key art_data class_info sound_data flavor_text can_use is_default'],
    ['classes', 'character_types abilities perks emotes default_hands effects icon'],
    ['perks', 'id name patch_version icon source_key desc_data art_data can_use classes abilities'],
    ['spells', 'id name patch_version icon source_key desc range area_radius art_data casting_type cost_type'],
    ['spells', 'source_type spell_tag sound_data abilities'],
    ['religions', 'id name patch_version order offering_lv_count'],
    ['merchants', 'id name patch_version icon source_key art_data order service_types greeting_texts'],
    ['quests', 'id archetype title description chapter_id objectives reward_ids is_repeatable is_daily'],
    ['quests', 'order min_adventure_rank'],
    ['quest_contents', 'id content_type content_count target_kind target_archetype target_tag dungeon_tags'],
    ['rewards', 'id entries'],
    ['workshop_levels', 'tier xp_requirement'],
    ['workshop_upgrades', 'name description payload'],
    ['workshop_services', 'id archetype name description service_type payload'],
    ['faustian_bargains', 'id archetype name description icon tier payload'],
    ['achievements', 'id name description category icon payload'],
  ])('%s: %s', (resource, fields) => {
    const known = Object.keys(api.resources.get(resource)?.columns ?? {})
    expect(wordsOf(fields).filter((name) => !known.includes(name))).toEqual([])
  })
})

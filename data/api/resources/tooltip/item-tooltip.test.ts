import { describe, expect, it } from 'vitest'
import { Problem } from '../../model/values/errors.ts'
import { canonicalPath, canonicalQuery } from '../../request/canonical-url.ts'
import { tooltip } from './item-tooltip.ts'
import { answerTo, bodyOf, endpointOf, readUrl, testStore } from '../../test/test-store.ts'
import { sampleRows } from '../../test/test-world.ts'

const items = [
  ...(sampleRows.items ?? []),
  {
    id: 'id.item.salt_blade_4001',
    source_key: 'Id_Item_SaltBlade_4001',
    archetype: 'id.item.salt_blade',
    name: 'Salt Blade',
    rarity: 'rare',
    slot_type: 'main_hand',
    gear_score: 40,
    description: 'Reach_Item_EmberLantern_Description',
    required_class: ['duelist'],
    primary_min_strength: 2,
    primary_max_strength: 4,
    primary_min_move_speed: -8,
    primary_max_move_speed: -8,
    secondary_min_armor_penetration: 1,
    secondary_max_armor_penetration: 3.5,
    secondary_min_will: 1,
    secondary_max_will: 2,
  },
  ...['1001', '2001'].map((rank) => ({
    id: `id.item.blue_sapphire_${rank}`,
    source_key: `Id_Item_BlueSapphire_${rank}`,
    archetype: 'id.item.blue_sapphire',
    name: `Blue Sapphire (${rank})`,
    misc_type: 'gem',
  })),
  { id: 'id.item.bog_opal_2001', archetype: 'id.item.bog_opal', name: 'Reach_Item_Mossbread_Name', misc_type: 'gem' },
]
const attributes = [
  { id: 'id.attribute.strength', field: 'strength', name: 'Strength', format: 'flat', decimals: 0 },
  {
    id: 'id.attribute.armor_penetration',
    field: 'armor_penetration',
    name: 'Armor Penetration',
    format: 'percent',
    decimals: 1,
  },
  { id: 'id.attribute.luck', field: 'luck', name: 'Reach_Perk_LampOath_Name', format: 'flat', decimals: 0 },
]
const classes = [{ id: 'id.player_character.duelist', source_key: 'Id_PlayerCharacter_Duelist', name: 'Duelist' }]
const store = testStore({ rows: { ...sampleRows, items, attributes, classes } })

const blade = '/v2/items/id.item.salt_blade_4001/tooltip'
const show = (query = '', path = blade) => bodyOf(`${path}?${query}`, store) as Record<string, unknown>
const errors = (query: string, lenient = false) => {
  try {
    answerTo(`${blade}?${query}`, store, lenient)
  } catch (problem) {
    if (problem instanceof Problem) return problem.errors
    throw problem
  }
  throw new Error(`${query} has no validation error`)
}

describe('the payload', () => {
  it('of a template, keys in the order of the specification', () => {
    const payload = show()
    expect(payload).toEqual({
      id: 'id.item.salt_blade_4001',
      name: 'Salt Blade',
      rarity: 'rare',
      archetype: 'id.item.salt_blade',
      slot_type: 'main_hand',
      gear_score: 40,
      description: 'It has never gone out. Not once.',
      required_class: ['duelist'],
      primary: ['Move Speed -8', 'Strength 2-4'],
      secondary: [],
    })
  })

  it('of an instance, with everything that is known of it', () => {
    const payload = show(
      'primary[strength]=3&secondary[armor_penetration]=2.5:BlueSapphire_1001&secondary[will]=-2&quantity=5' +
        '&found_by=Mira&loot_state=Looted&class=duelist&is_tradeable=false&amount=120',
    )
    expect(Object.keys(payload)).toEqual([
      ...['id', 'name', 'rarity', 'archetype', 'slot_type', 'gear_score', 'description', 'required_class', 'primary'],
      ...['secondary', 'found_by', 'is_tradeable', 'loot_state', 'class', 'amount', 'out_of_range'],
    ])
    expect(payload).toMatchObject({
      name: 'Salt Blade x5',
      primary: ['Move Speed -8', 'Strength 3'],
      secondary: [['Armor Penetration +2.5%', 'Blue Sapphire (1001)'], ['Will -2']],
      found_by: 'Mira',
      is_tradeable: false,
      loot_state: 'Looted',
      class: { id: 'id.player_character.duelist', suitable: true },
      amount: 120,
      out_of_range: ['secondary[will]'],
    })
  })

  it.each([
    ['armor_penetration]=-2', 'Armor Penetration -2%'],
    ['armor_penetration]=0', 'Armor Penetration 0%'],
    ['armor_penetration]=2.55', 'Armor Penetration +2.6%'],
    ['strength]=3', 'Strength 3'],
    ['will]=1.25', 'Will 1.25'],
    ['luck]=4', 'Lamp Oath 4'],
  ])('shows secondary[%s as %s', (query, line) => {
    expect(show(`secondary[${query}`).secondary).toEqual([[line]])
  })

  it('shows a primary attribute that the template lacks, in its place', () => {
    expect(show('primary[luck]=4').primary).toEqual(['Lamp Oath 4', 'Move Speed -8', 'Strength 2-4'])
  })

  it('has one number if only one end of a range is known', () => {
    expect(show('', '/v2/items/id.item.ember_lantern_5001/tooltip').primary).toEqual(['Light Radius 16.6'])
  })

  it('matches its schema', () => {
    for (const query of ['', 'quantity=5&class=duelist&amount=0&secondary[will]=1:x&is_tradeable=true'])
      expect(tooltip.schema.safeParse(show(query)).error).toBeUndefined()
  })

  it.each([
    ['', undefined],
    ['quantity=1', 'Salt Blade'],
    ['quantity=2', 'Salt Blade x2'],
  ])('with %j is called %s', (query, name = 'Salt Blade') => {
    expect(show(query).name).toBe(name)
  })
})

describe('out_of_range', () => {
  it.each([
    ['primary[strength]=2', undefined],
    ['primary[strength]=4', undefined],
    ['primary[strength]=1.9', ['primary[strength]']],
    ['primary[strength]=5&primary[move_speed]=-8', ['primary[strength]']],
    ['primary[luck]=1', ['primary[luck]']],
    ['secondary[strength]=3', ['secondary[strength]']],
    [
      'secondary[will]=9&secondary[armor_penetration]=9&primary[luck]=1',
      ['primary[luck]', 'secondary[armor_penetration]', 'secondary[will]'],
    ],
  ])('of %s is %j', (query, expected) => {
    expect(show(query).out_of_range).toEqual(expected)
  })
})

describe('a gem', () => {
  it.each([
    ['id.item.blue_sapphire_1001', 'Blue Sapphire (1001)'],
    ['Id_Item_BlueSapphire_1001', 'Blue Sapphire (1001)'],
    ['blue_sapphire_1001', 'Blue Sapphire (1001)'],
    ['Blue Sapphire (1001)', 'Blue Sapphire (1001)'],
    ['blue sapphire (2001)', 'Blue Sapphire (2001)'],
    ['bog_opal', 'Mossbread'],
    ['BogOpal', 'Mossbread'],
    ['mossbread', 'Mossbread'],
    ['BlueSapphire', 'BlueSapphire'],
    ['salt_blade_4001', 'salt_blade_4001'],
    ['Ruby', 'Ruby'],
    ['__proto__', '__proto__'],
    ['<b>', '<b>'],
  ])('called %s is shown as %s', (given, name) => {
    expect(show(`secondary[will]=1:${encodeURIComponent(given)}`).secondary).toEqual([['Will 1', name]])
  })

  it('is shown in the language of the tooltip, and found by its English name too', () => {
    expect(show('secondary[will]=1:mossbread&locale=de').secondary).toEqual([['Will 1', 'Moosbrot']])
    expect(show('secondary[will]=1:Moosbrot&locale=de').secondary).toEqual([['Will 1', 'Moosbrot']])
  })
})

describe('a class', () => {
  it.each([
    ['duelist', 'id.player_character.duelist', true],
    ['id.player_character.duelist', 'id.player_character.duelist', true],
    ['Id_PlayerCharacter_Duelist', 'id.player_character.duelist', true],
    ['warden', 'id.player_character.warden', false],
  ])('%s is %s, suitable: %s', (given, id, suitable) => {
    const facets = { required_class: { warden: { label: 'Warden', count: 1 } } }
    const knowing = { ...store, facets: () => facets }
    expect((bodyOf(`${blade}?class=${given}`, knowing) as { class: unknown }).class).toEqual({ id, suitable })
  })

  it('suits an item that requires none', () => {
    const payload = show('class=duelist', '/v2/items/id.item.ember_lantern_5001/tooltip')
    expect(payload.class).toEqual({ id: 'id.player_character.duelist', suitable: true })
  })
})

describe('validation errors', () => {
  it('are all reported at once, those of the URL and those of the catalog', () => {
    const query =
      'quantity=0&primary[strenght]=3&secondary[will]=x&secondary[zzz]=1&amount=-1&class=duelst&is_tradeable=maybe'
    expect(errors(query)).toEqual([
      { parameter: 'quantity', message: 'got "0", which is out of range', allowed: ['1 or more'] },
      {
        parameter: 'secondary[will]',
        message: 'got "x", which is not a decimal number',
        allowed: ['3', '-2.5', '3:<GemName>'],
      },
      { parameter: 'amount', message: 'got "-1", which is out of range', allowed: ['0 or more'] },
      { parameter: 'is_tradeable', message: 'got "maybe", which is not a boolean', allowed: ['true', 'false'] },
      {
        parameter: 'primary[strenght]',
        message: 'names no attribute of this patch: /v2/attributes lists them',
        did_you_mean: 'primary[strength]',
      },
      { parameter: 'secondary[zzz]', message: 'names no attribute of this patch: /v2/attributes lists them' },
      {
        parameter: 'class',
        message: 'got "duelst", which is not a class of this patch',
        allowed: ['duelist'],
        did_you_mean: 'duelist',
      },
    ])
  })

  it('of many unknown attributes report the first ten of each kind, and how many more there are', () => {
    const names = Array.from({ length: 300 }, (_, nth) => `primary[zzz${nth + 100}]`)
    const message = 'names no attribute of this patch: /v2/attributes lists them'
    expect(errors(`${names.map((name) => `${name}=3`).join('&')}&secondary[zzz]=1`)).toEqual([
      ...names.slice(0, 10).map((parameter) => ({ parameter, message })),
      { parameter: names[10], message: 'names no attribute of this patch, nor do 289 others' },
      { parameter: 'secondary[zzz]', message },
    ])
  })

  it.each([
    ['primary[strength]=3&primary[strength]=4', 'primary[strength]', 'is given twice'],
    [
      'primary[Strength]=3',
      'primary[Strength]',
      'names nothing: expected primary[<name>] with a name of a-z, 0-9 and _',
    ],
    ['primary[]=3', 'primary[]', 'names nothing: expected primary[<name>] with a name of a-z, 0-9 and _'],
    ['primary[*]=3', 'primary[*]', 'names nothing: expected primary[<name>] with a name of a-z, 0-9 and _'],
    [
      `primary[${'x'.repeat(65)}]=3`,
      `primary[${'x'.repeat(52)}...`,
      'names nothing: expected primary[<name>] with a name of a-z, 0-9 and _',
    ],
    ['primary[__proto__]=3', 'primary[__proto__]', 'names no attribute of this patch: /v2/attributes lists them'],
    ['primary[strength]=1e3', 'primary[strength]', 'got "1e3", which is not a decimal number'],
    [
      'primary[strength]=0.123456789012345678901',
      'primary[strength]',
      'got "0.123456789012345678901", which is not a decimal number',
    ],
    ['primary[strength]=', 'primary[strength]', 'is empty'],
    ['primary[strength]=3:Ruby', 'primary[strength]', 'got "3:Ruby", which is not a decimal number'],
    ['secondary[will]=3:', 'secondary[will]', 'has a colon and no gem name after it'],
    ['quantity=1.5', 'quantity', 'got "1.5", which is not an integer'],
    ['found_by=', 'found_by', 'is empty'],
    [`loot_state=${'x'.repeat(201)}`, 'loot_state', 'is longer than 200 characters'],
    ['locale=xx', 'locale', 'got "xx", which is not one of its values'],
    ['patch=4', 'patch', 'does not go with this endpoint: use at_patch'],
    ['condense=false', 'condense', 'is not a parameter of this endpoint'],
    ['class=id.item.duelist', 'class', 'got "id.item.duelist", which is not a class of this patch'],
  ])('of %s: %s %s', (query, parameter, message) => {
    expect(errors(query)).toMatchObject([{ parameter, message }])
  })

  it.each([
    ['primary=3', 'primary[<name>]'],
    ['primery[strength]=3', 'primary[strength]'],
    ['secondry[will]=3', 'secondary[will]'],
    ['quantty=3', 'quantity'],
    ['pirmary[%24%26]=3', 'primary[$&]'],
  ])('of the unknown %s suggest %s', (query, near) => {
    expect(errors(query)?.[0]?.did_you_mean).toBe(near)
  })

  it('of lenient requests are only those of values', () => {
    expect(answerTo(`${blade}?colour=red&primary[Strength]=3`, store, true).headers['x-ignored-parameters']).toBe(
      'colour, primary%5BStrength%5D',
    )
    expect(errors('primary[zzz]=3', true)).toHaveLength(1)
  })

  it('come before an unknown patch, and that before an unknown id', () => {
    const codeOf = (url: string) => {
      try {
        return answerTo(url, store).status
      } catch (problem) {
        return problem instanceof Problem ? problem.code : problem
      }
    }
    expect(codeOf('/v2/items/id.item.lost/tooltip?at_patch=9&quantity=0')).toBe('invalid_parameter')
    expect(codeOf('/v2/items/id.item.lost/tooltip?primary[zzz]=0')).toBe('invalid_parameter')
    expect(codeOf('/v2/items/id.item.lost/tooltip?at_patch=9')).toBe('unknown_patch')
    expect(codeOf('/v2/items/id.item.lost/tooltip?branch=live')).toBe('unknown_patch')
    expect(codeOf('/v2/items/id.item.lost/tooltip')).toBe('not_found')
  })
})

describe('the endpoint', () => {
  it('asks for a key with the scope, and its answers are nobody else’s', () => {
    expect(endpointOf('items.tooltip').keyScope).toBe('tooltips')
    expect(answerTo(blade, store).headers).toMatchObject({ 'cache-control': 'no-store', 'x-patch-id': '4' })
  })

  it.each(['id.item.salt_blade_4001', 'Id_Item_SaltBlade_4001'])('takes %s', (id) => {
    expect(show('', `/v2/items/${id}/tooltip`).id).toBe('id.item.salt_blade_4001')
  })

  it('is reached by /v1 too', () => {
    expect(show('quantity=2', '/v1/items/id.item.salt_blade_4001/tooltip').name).toBe('Salt Blade x2')
  })

  it('keeps overrides in the canonical URL, sorted', () => {
    const url = `${blade}?secondary[will]=1.50:Ruby%20Red&quantity=2&primary[strength]=-0&branch=main&locale=en`
    const request = readUrl(url, store)
    expect(`${canonicalPath(request)}?${canonicalQuery(request)}`).toBe(
      `${blade}?at_patch=1.2.0.2247&primary[strength]=0&quantity=2&secondary[will]=1.5:Ruby%20Red`,
    )
  })

  it('reads at a patch', () => {
    expect(answerTo(`${blade}?at_patch=1.1.0.2188`, store).headers['x-patch-id']).toBe('2')
    expect(answerTo(`${blade}?branch=ptr`, store).headers['x-patch-id']).toBe('3')
  })
})

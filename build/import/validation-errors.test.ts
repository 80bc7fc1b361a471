import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolder, errorsOf, type Row } from '../test/test-bundle.ts'
import { maxUndeclaredColumns } from './row-fields.ts'
import { ValidationErrors, formatValue } from './validation-errors.ts'

let folder: DataFolder

beforeAll(async () => {
  folder = new DataFolder()
  await folder.import('1', {
    items: [{ id: 'id.item.torch' }],
    'assets/old.png': Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
})
afterAll(() => folder.close())

const torch = '{"id":"id.item.torch"}'
const ofItems = (...lines: string[]) => folder.errorsOf('2', { 'items.ndjson': lines.join('\n') })

describe('a line of rows is refused for', () => {
  it('a value of the wrong type', async () => {
    expect(await ofItems(torch, '{"id":"id.item.a","gear_score":"12"}')).toEqual([
      'items.ndjson:2: gear_score: expected number, got "12"',
    ])
  })

  it('a number with a fraction where integers stand', async () => {
    expect(await ofItems('{"id":"id.item.a","gear_score":1.5}')).toEqual([
      'items.ndjson:1: gear_score: expected int, got 1.5',
    ])
  })

  it('a wrong element deep inside a list or an object', async () => {
    const lines = [
      '{"id":"id.loot_table.a","entries":[{"item_id":"id.item.a","weight":1},{"item_id":"id.item.a","weight":-1}]}',
      '{"id":"id.loot_table.b","entries":[{"weight":1}]}',
    ]
    expect(await folder.errorsOf('2', { 'loot_tables.ndjson': lines.join('\n') })).toEqual([
      'loot_tables.ndjson:1: entries.1.weight: expected number to be >=0, got -1',
      'loot_tables.ndjson:2: entries.0.item_id: expected string, got nothing',
    ])
  })

  it('an empty text where one is needed', async () => {
    expect(await ofItems('{"id":"id.item.a","rarity":""}')).toEqual([
      'items.ndjson:1: rarity: expected string to have >=1 characters, got ""',
    ])
  })

  it('a missing id', async () => {
    expect(await ofItems('{"name":"Torch"}', '{"id":null}')).toEqual([
      'items.ndjson:1: id: expected string, got nothing',
      'items.ndjson:2: id: expected string, got null',
    ])
  })

  it('an id of another kind, or of no form', async () => {
    expect(await ofItems('{"id":"id.monster.rat"}', '{"id":"torch"}', '{"id":"id.item.Torch"}')).toEqual([
      'items.ndjson:1: id: expected an id of the form id.item.<slug>, got "id.monster.rat"',
      'items.ndjson:2: id: expected an id of the form id.item.<slug>, got "torch"',
      'items.ndjson:3: id: expected an id of the form id.item.<slug>, got "id.item.Torch"',
    ])
  })

  it('a missing part of a key that has two', async () => {
    expect(await folder.errorsOf('2', { monster_abilities: [{ monster_id: 'id.monster.rat' }] })).toEqual([
      'monster_abilities.ndjson:1: ability_id: expected string, got nothing',
    ])
  })

  it('an id that stands there twice', async () => {
    expect(await ofItems(torch, '', '{"id":"id.item.b"}', torch)).toEqual([
      'items.ndjson:4: id: expected one row for each id, got "id.item.torch"',
    ])
  })

  it('ids that stand there several times, with equal and with other content, as in an earlier patch and not', async () => {
    const [other, b] = ['{"id":"id.item.torch","gear_score":1}', '{"id":"id.item.b"}']
    const expected = [2, 3, 6].map((line) => `items.ndjson:${line}: id: expected one row for each id, got `)
    const lines = [other, torch, torch, '', b, b]
    const withIds = expected.map((start, at) => `${start}"id.item.${at < 2 ? 'torch' : 'b'}"`)
    expect(await ofItems(...lines)).toEqual(withIds)
  })

  it('values nested too deep to be written again', async () => {
    const deep = (levels: number) => `{"id":"id.item.a","deep":${'['.repeat(levels)}${']'.repeat(levels)}}\n`
    expect(await folder.errorsOf('2', { 'items.ndjson': deep(10_000) })).toEqual([
      'items.ndjson:1: expected values nested at most 32 deep, got "deeper ones"',
    ])
    expect(await folder.errorsOf('2', { 'items.ndjson': `${deep(30)}[1]\n` })).toEqual([
      'items.ndjson:2: expected a JSON object, got [1]',
    ])
  })

  it('numbers that are infinite or lose digits, wherever they are', async () => {
    const expected = 'expected a number that keeps its digits as a double, or text, got'
    const lines = [
      '{"id":"id.item.a","big":12345678901234567890,"huge":[1,{"x":-1e400}]}',
      '{"id":"id.item.b","gear_score":9007199254740993}',
    ]
    expect(await ofItems(...lines)).toEqual([
      `items.ndjson:1: big: ${expected} "12345678901234567890"`,
      `items.ndjson:1: huge.1.x: ${expected} "-1e400"`,
      `items.ndjson:2: gear_score: ${expected} "9007199254740993"`,
    ])
  })

  it('broken JSON, and JSON that is no object', async () => {
    expect(await ofItems('{"id":', '[1]', '7', 'null')).toEqual([
      expect.stringMatching(/^items\.ndjson:1: expected a JSON object, got ".*JSON.*"$/),
      'items.ndjson:2: expected a JSON object, got [1]',
      'items.ndjson:3: expected a JSON object, got 7',
      'items.ndjson:4: expected a JSON object, got null',
    ])
  })

  it('a wrong value in a column that a wildcard stands for', async () => {
    expect(await ofItems('{"id":"id.item.a","primary_min_strength":"3"}')).toEqual([
      'items.ndjson:1: primary_min_strength: expected number, got "3"',
    ])
  })

  it('a column name that is none', async () => {
    expect(await ofItems('{"id":"id.item.a","two words":1,"__proto__":2}')).toEqual([
      'items.ndjson:1: __proto__: expected a column name of letters, digits and _, got "__proto__"',
      'items.ndjson:1: two words: expected a column name of letters, digits and _, got "two words"',
    ])
  })

  it.each([
    'cursor',
    'patch_id',
    'patch_version',
    'icon_url',
    'imported_at',
    'is_current',
    'changelog_url',
    'probability',
  ])('the column %s, which the import derives', async (name) => {
    const expected = `${name}: expected no such field: it is derived at import, got 1`
    expect(await ofItems(`{"id":"id.item.a","${name}":1}`)).toEqual([`items.ndjson:1: ${expected}`])
    const ofPerks = await folder.errorsOf('2', { perks: [{ id: 'id.perk.a', [name]: 1 }] })
    expect(ofPerks).toHaveLength(1)
    expect(ofPerks[0]).toContain(`perks.ndjson:1: ${name}: expected `)
  })

  it.each([
    ['monsters', 'abilities'],
    ['quests', 'rewards'],
  ])('a column of %s under a name that answers use: %s', async (resource, name) => {
    const id = `id.${resource.slice(0, -1)}.a`
    expect(await folder.errorsOf('2', { [resource]: [{ id, [name]: [1] }] })).toEqual([
      `${resource}.ndjson:1: ${name}: expected another name: answers show rows of another resource under this one, got [1]`,
    ])
  })

  it('more undeclared columns than a table of the SQLite file of a patch can have', async () => {
    const names = Array.from({ length: maxUndeclaredColumns + 2 }, (_, nth) => `further_${nth}`)
    const rowOf = (some: readonly string[]) =>
      JSON.stringify({ id: 'id.item.a', ...Object.fromEntries(some.map((name) => [name, 1])) })
    expect(await ofItems(rowOf(names))).toEqual(
      names
        .slice(-2)
        .map(
          (name) => `items.ndjson:1: ${name}: expected at most 1500 undeclared columns in a resource, got "${name}"`,
        ),
    )
    const other = new DataFolder()
    await other.import('1', { items: [JSON.parse(rowOf(names.slice(2))) as Row] })
    other.close()
  })

  it('a path of an asset that neither the bundle nor its parent has', async () => {
    expect(await ofItems('{"id":"id.item.a","icon":"assets/new.png"}', '{"id":"id.item.b","icon":"../x.png"}')).toEqual(
      [
        'items.ndjson:1: icon: expected the path of an asset of type image/png in the bundle, got "assets/new.png"',
        'items.ndjson:2: icon: expected a path below the bundle, got "../x.png"',
      ],
    )
  })

  it('a picture where a model is wanted', async () => {
    expect(await folder.errorsOf('2', { monsters: [{ id: 'id.monster.rat', model: 'assets/old.png' }] })).toEqual([
      'monsters.ndjson:1: model: expected the path of an asset of type model/gltf-binary in the bundle, got "assets/old.png"',
    ])
  })
})

describe('the bytes of a file of rows', () => {
  const lines = (...parts: (string | number[] | Buffer)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

  it('must be UTF-8: the line is named, and the validation errors around it are reported too', async () => {
    const bytes = lines('{"id":"nope"}\n', `${torch}\n`, '{"id":"id.item.', [0xff, 0xfe], '"}\n', '{"id":"nor this"}\n')
    expect(await folder.errorsOf('2', { 'items.ndjson': bytes })).toEqual([
      'items.ndjson:1: id: expected an id of the form id.item.<slug>, got "nope"',
      expect.stringMatching(/^items\.ndjson:3: expected .*UTF-8.*, got /),
      'items.ndjson:4: id: expected an id of the form id.item.<slug>, got "nor this"',
    ])
  })

  it('must not end in the middle of a character', async () => {
    const bytes = lines(`${torch}\n`, '{"id":"id.item.a","name":"caf', [0xc3])
    expect(await folder.errorsOf('2', { 'items.ndjson': bytes })).toEqual([
      expect.stringMatching(/^items\.ndjson:2: expected .*UTF-8/),
    ])
  })

  it('may have characters across the chunks in which it is read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      id: `id.map.m${at}`,
      name: '火の剣'.repeat(10) + String(at),
    }))
    const other = new DataFolder()
    try {
      expect((await other.import('1', { maps: rows })).rows).toEqual({ maps: 20_000 })
      const found = other.read((catalog) => {
        const maps = catalog.api.resources.get('maps')
        return maps && catalog.row(maps, 1, 'id.map.m19999')?.text
      })
      expect(JSON.parse(String(found))).toEqual(rows.at(-1))
    } finally {
      other.close()
    }
  })

  it('may begin with a byte order mark, end lines as Windows does, and end without a line break', async () => {
    const other = new DataFolder()
    try {
      const bytes = lines([0xef, 0xbb, 0xbf], `${torch}\r\n`, '\r\n', '{"id":"id.item.b"}')
      expect((await other.import('1', { 'items.ndjson': bytes })).rows).toEqual({ items: 2 })
    } finally {
      other.close()
    }
  })

  it('must not hold a line of more than 64 MiB', async () => {
    const long = Buffer.alloc(66 * 1024 * 1024, 'x')
    const [error, ...others] = await folder.errorsOf('2', { 'items.ndjson': lines('{"id":"nope"}\n', long) })
    expect(error).toBe('items.ndjson:1: id: expected an id of the form id.item.<slug>, got "nope"')
    expect(others).toEqual([expect.stringMatching(/^items\.ndjson:2: expected a line .*at most 67108864/)])
  })
})

describe('a bundle is refused for', () => {
  it('files that bundles do not have', async () => {
    const content = { 'readme.md': 'hello', 'locales/xx.json': {}, 'patches.ndjson': '', 'assets/a.gif': 'GIF89a' }
    expect(await folder.errorsOf('2', content)).toEqual([
      'assets/a.gif: expected a file that bundles have, got "an unknown one"',
      'locales/xx.json: expected a file that bundles have, got "an unknown one"',
      'patches.ndjson: expected a file that bundles have, got "an unknown one"',
      'readme.md: expected a file that bundles have, got "an unknown one"',
    ])
  })

  it('links, wherever they lead, without following them', async () => {
    const bundle = folder.write('2', { items: [{ id: 'id.item.a' }] })
    symlinkSync('/nowhere/at/all', join(bundle, 'facets.json'))
    symlinkSync('/etc/hostname', join(bundle, 'monsters.ndjson'))
    mkdirSync(join(bundle, 'assets'))
    symlinkSync('/etc', join(bundle, 'assets/etc'))
    const link = 'expected a plain file, got "a link or a device"'
    expect(await errorsOf(folder.importAll([bundle]))).toEqual([
      `assets/etc: ${link}`,
      `facets.json: ${link}`,
      `monsters.ndjson: ${link}`,
    ])
  })

  it('a missing patch.json', async () => {
    const nameless = folder.beside('nameless')
    mkdirSync(nameless)
    writeFileSync(join(nameless, 'items.ndjson'), torch)
    expect(await errorsOf(folder.importAll([nameless]))).toEqual([
      'patch.json: expected the file that names the patch, got nothing',
    ])
  })

  it('a picture that is none, and a model that is none', async () => {
    const content = { 'assets/a.png': 'hello', 'assets/b.glb': 'hello', 'assets/c.png': Buffer.alloc(0) }
    expect(await folder.errorsOf('2', content)).toEqual([
      expect.stringMatching(/^assets\/a\.png: expected a PNG picture, got ".*unsupported image format.*"$/),
      expect.stringMatching(/^assets\/b\.glb: expected a binary glTF model, got "/),
      expect.stringMatching(/^assets\/c\.png: expected a PNG picture, got "/),
    ])
  })

  it('an asset of more than 32 MiB', async () => {
    const bundle = folder.write('2', { 'assets/big.png': '' })
    truncateSync(join(bundle, 'assets/big.png'), 33 * 1024 * 1024)
    expect(await errorsOf(folder.importAll([bundle]))).toEqual([
      'assets/big.png: expected at most 33554432 bytes, got 34603008',
    ])
  })

  it('locales and facets of the wrong shape', async () => {
    const content = { 'facets.json': { type: { sword: 1 } }, 'locales/en.json': '{', 'locales/de.json': { a: null } }
    expect(await folder.errorsOf('2', content)).toEqual([
      'facets.json: type.sword: expected string, got 1',
      'locales/de.json: a: expected string, got null',
      expect.stringMatching(/^locales\/en\.json: expected JSON in UTF-8, got "/),
    ])
  })
})

it.each([
  ['facets.json', '{"__proto__":5,"rarity":{"epic":"Epic"}}'],
  ['locales/en.json', '{"__proto__":5,"k":"x"}'],
])('%s with a key that objects cannot have is refused, not left out', async (name, text) => {
  const [error] = await folder.errorsOf('2', { [name]: text })
  expect(error).toMatch(`${name}: expected a file that can be read, without a key "__proto__", got {`)
})

describe('patch.json is refused for', () => {
  it('missing, wrong and unknown fields, all at once', async () => {
    const head = {
      branch: 'no branch',
      version_raw: '',
      released_at: 'yesterday',
      colour: 'red',
      parent: { branch: 'x' },
    }
    const errors = await folder.errorsOf(head)
    expect(errors).toHaveLength(6)
    for (const field of ['branch', 'version', 'version_raw', 'released_at', 'parent.version', 'colour'])
      expect(errors.some((error) => error.startsWith(`patch.json: ${field}: expected `))).toBe(true)
    expect(errors).toContain(
      'patch.json: branch: expected a branch name of letters, digits and . _ - /, got "no branch"',
    )
    expect(errors).toContain('patch.json: colour: expected no such field, got "red"')
  })

  it('a version called `current`', async () => {
    expect(await folder.errorsOf('current')).toEqual([
      'patch.json: version: expected a version other than `current`, got "current"',
    ])
  })

  it.each(['1.0/rc1', '1.0\\rc1', '.', '..'])('a version that no path can have: %s', async (version) => {
    const got = JSON.stringify(version)
    expect(await folder.errorsOf(version)).toEqual([
      `patch.json: version: expected a version without / and \\, other than . and .., got ${got}`,
    ])
  })

  it('a parent that was never imported', async () => {
    const head = { branch: 'main', version: '2', parent: { branch: 'main', version: '0' } }
    expect(await folder.errorsOf(head)).toEqual([
      'patch.json: parent: expected a patch that was imported before, got "0 on main"',
    ])
  })

  it('broken JSON', async () => {
    expect(await folder.errorsOf('2', { 'patch.json': '{' })).toEqual([
      expect.stringMatching(/^patch\.json: expected JSON in UTF-8, got /),
    ])
  })
})

describe('all validation errors of a bundle', () => {
  const invalid = {
    'readme.md': 'hello',
    'assets/a.png': 'hello',
    'locales/de.json': '[]',
    items: [{ id: 'id.item.a', gear_score: 'x', icon: 'assets/old.png' }, { id: 'id.item.b' }],
    perks: [{ id: 'id.skill.a' }],
  }
  const names = ['readme.md:', 'assets/a.png:', 'locales/de.json:', 'items.ndjson:1:', 'perks.ndjson:1:']

  it('are reported together, whatever files they are in', async () => {
    const errors = await folder.errorsOf('2', invalid)
    expect(names.map((name) => errors.filter((error) => error.startsWith(name)).length)).toEqual(names.map(() => 1))
    expect(errors).toHaveLength(names.length)
  })

  it.each([
    ['is broken', { 'patch.json': '{' }],
    ['has wrong fields', { 'patch.json': { branch: 'main' } }],
    [
      'names an unknown parent',
      { 'patch.json': { branch: 'main', version: '2', parent: { branch: 'm', version: '0' } } },
    ],
  ])('are reported together when patch.json %s too', async (_why, head) => {
    const errors = await folder.errorsOf('2', { ...invalid, ...head })
    const wanted = [...names, 'patch.json:']
    expect(wanted.map((name) => errors.filter((error) => error.startsWith(name)).length)).toEqual(wanted.map(() => 1))
    expect(errors).toHaveLength(wanted.length)
  })

  it('leave the data folder as it was', async () => {
    const before = folder.tree()
    await folder.errorsOf('2', invalid)
    expect(folder.tree()).toBe(before)
  })

  it('are counted beyond the thousand that are listed', async () => {
    const rows = Array.from({ length: 1200 }, () => ({ id: 'x' }))
    const refused = folder.import('2', { items: rows })
    await expect(refused).rejects.toMatchObject({
      count: 1200,
      message: expect.stringContaining('1200 validation errors') as string,
    })
    expect(await errorsOf(refused)).toHaveLength(1000)
  })
})

describe('a validation error', () => {
  it('names file, line and field as far as there are such', () => {
    const list = new ValidationErrors()
    list.add('a.ndjson', 3, 'b', 'c', 'd')
    list.add('a.ndjson', 0, '', 'c', undefined)
    expect(list.errors).toEqual(['a.ndjson:3: b: expected c, got "d"', 'a.ndjson: expected c, got nothing'])
    expect(() => list.throwIfAny()).toThrow('The bundle has 2 validation errors; nothing was imported.')
  })

  it('cuts long values short', () => {
    expect(formatValue('x'.repeat(500))).toHaveLength(83)
  })
})

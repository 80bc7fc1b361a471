import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { create, Header } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder, type Content } from '../test/test-bundle.ts'
import { hashBundle, openBundle } from './bundle.ts'

const content: Content = {
  items: [{ id: 'id.item.torch', name: 'Item_Torch', rarity: 'common' }, { id: 'id.item.apple' }],
  perks: [{ id: 'id.perk.brisk', classes: ['id.player_character.scout'] }],
  'facets.json': { rarity: { common: 'Common' } },
  'locales/en.json': { Item_Torch: 'Torch' },
}
const targets = ['/v2/items?patch=1&locale=en', '/v2/perks', '/v2/facets?counts=true', '/v2/patches']

let folder: DataFolder

beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

const answers = () => targets.map((target) => folder.get(target))

/** A tar archive of hand-made entries, which no tool would write. */
function archive(
  name: string,
  entries: { path: string; type?: 'File' | 'SymbolicLink' | 'Link'; text?: string }[],
): string {
  const blocks = entries.flatMap(({ path, type = 'File', text = '' }) => {
    const body = Buffer.from(type === 'File' ? text : '')
    const header = new Header({
      path,
      type,
      size: body.length,
      mode: 0o644,
      linkpath: type === 'File' ? undefined : text,
    })
    header.encode()
    return [header.block as Buffer, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  const path = folder.beside(name)
  writeFileSync(path, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])))
  return path
}

const head = { path: 'patch.json', text: '{"branch":"main","version":"1"}' }

describe('the same bundle gives the same catalog', () => {
  it.each([
    ['an archive of its content', (bundle: string) => ({ cwd: bundle, entries: readdirSync(bundle) })],
    ['an archive of its content as `.`', (bundle: string) => ({ cwd: bundle, entries: ['.'] })],
    [
      'an archive of its folder',
      (bundle: string) => ({ cwd: join(bundle, '..'), entries: [bundle.split('/').at(-1) ?? ''] }),
    ],
  ])('as %s', async (_how, pack) => {
    const bundle = folder.write('1', content)
    await folder.importAll([bundle])
    const expected = answers()
    const catalog = folder.catalogHash()
    const other = new DataFolder()
    try {
      const { cwd, entries } = pack(bundle)
      const packed = other.beside('bundle.tar.gz')
      await create({ file: packed, gzip: true, cwd }, entries)
      const { summaries } = await other.importAll([packed])
      expect(summaries[0]).toMatchObject({ outcome: 'imported', rows: { items: 2, perks: 1 } })
      expect(targets.map((target) => other.get(target))).toEqual(expected)
      expect(other.catalogHash()).toBe(catalog)
      const again = await other.importAll([bundle])
      expect(again.summaries[0]?.outcome).toBe('unchanged')
      expect(readdirSync(other.dataDir).sort()).toEqual(
        ['_static', 'catalog.db', 'import.lock', 'manifest.json'].sort(),
      )
    } finally {
      other.close()
    }
  })

  it('whatever the order in which its files were written', async () => {
    const names = Object.keys(content)
    const reversed = Object.fromEntries(names.toReversed().map((name) => [name, content[name] ?? '']))
    const [one, other] = await Promise.all([
      openBundle(folder.write('1', content), folder.dataDir),
      openBundle(folder.write('1', reversed), folder.dataDir),
    ])
    expect([...one.files]).toEqual([...other.files])
    expect(hashBundle(one)).toBe(hashBundle(other))
  })
})

describe('the hash of a bundle', () => {
  it('depends on which file has which content', async () => {
    const contents: Content[] = [{ items: [{ id: 'a' }] }, { items: [{ id: 'b' }] }, { perks: [{ id: 'a' }] }, {}]
    const hashes = await Promise.all(
      contents.map(async (given) => hashBundle(await openBundle(folder.write('1', given), folder.dataDir))),
    )
    expect(new Set(hashes).size).toBe(4)
  })
})

describe('an archive is refused, and nothing of it is left, when it', () => {
  const refusal = async (path: string): Promise<string> => {
    const before = folder.tree()
    const refused = folder.importAll([path])
    const message = await refused.then(
      () => 'imported',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    expect(folder.tree()).toBe(before)
    expect(readdirSync(folder.dataDir)).not.toContain('.import-tmp')
    return message
  }

  it('holds a symbolic link', async () => {
    const path = archive('a.tar.gz', [head, { path: 'items.ndjson', type: 'SymbolicLink', text: '/etc/hostname' }])
    expect(await refusal(path)).toBe(
      `${path} cannot be unpacked: items.ndjson is a SymbolicLink: only files and folders may stand in a bundle.`,
    )
  })

  it('holds a hard link', async () => {
    const path = archive('a.tar.gz', [head, { path: 'items.ndjson', type: 'Link', text: 'patch.json' }])
    expect(await refusal(path)).toContain('items.ndjson is a Link: only files and folders')
  })

  it('has a path with `..`', async () => {
    const path = archive('a.tar.gz', [head, { path: '../../escaped.txt', text: 'out' }])
    expect(await refusal(path)).toMatch(/cannot be unpacked: .*\.\./)
    expect(readdirSync(folder.beside('..'))).not.toContain('escaped.txt')
  })

  it('names an absolute path', async () => {
    const path = archive('a.tar.gz', [head, { path: folder.beside('escaped.txt'), text: 'out' }])
    expect(await refusal(path)).toMatch(/cannot be unpacked: .*absolute/)
    expect(readdirSync(folder.beside('.'))).not.toContain('escaped.txt')
  })

  it('has too many files: 3 MB can contain a million', async () => {
    const path = archive('a.tar.gz', [
      head,
      ...Array.from({ length: 100_000 }, (_, at) => ({ path: `assets/${at}.png` })),
    ])
    expect(await refusal(path)).toBe(`${path} cannot be unpacked: it has more than 100000 files and folders.`)
  })

  it('has too deeply nested folders', async () => {
    const path = archive('a.tar.gz', [head, { path: `${'a/'.repeat(20)}b.png` }])
    expect(await refusal(path)).toBe(`${path} cannot be unpacked: it has folders within more than 16 others.`)
  })

  it('is truncated, or not an archive', async () => {
    const bundle = folder.write('1', { 'locales/en.json': JSON.stringify({ a: 'b'.repeat(100_000) }) })
    const whole = folder.beside('whole.tar.gz')
    await create({ file: whole, gzip: true, cwd: bundle }, readdirSync(bundle))
    const bytes = readFileSync(whole)
    writeFileSync(folder.beside('cut.tar.gz'), bytes.subarray(0, bytes.length - 20))
    writeFileSync(folder.beside('none.tar.gz'), 'hello')
    expect(await refusal(folder.beside('cut.tar.gz'))).toContain('cut.tar.gz cannot be unpacked: ')
    expect(await refusal(folder.beside('none.tar.gz'))).toContain('none.tar.gz cannot be unpacked: ')
  })

  it('has no patch.json', async () => {
    await expect(folder.importAll([archive('a.tgz', [{ path: 'items.ndjson', text: '' }])])).rejects.toMatchObject({
      errors: ['patch.json: expected the file that names the patch, got nothing'],
    })
  })
})

describe('what is no bundle', () => {
  it('is refused with a sentence', async () => {
    await expect(folder.importAll([folder.beside('nothing')])).rejects.toThrow(
      `There is no bundle at ${folder.beside('nothing')}: give a folder or a .tar.gz of one.`,
    )
    writeFileSync(folder.beside('bundle.zip'), '')
    await expect(folder.importAll([folder.beside('bundle.zip')])).rejects.toThrow(
      'bundle.zip is neither a folder nor a .tar.gz of one.',
    )
  })

  it('does not include a link to a bundle, which is followed', async () => {
    const bundle = folder.write('1', content)
    symlinkSync(bundle, folder.beside('latest'))
    await folder.importAll([folder.beside('latest')])
    expect(folder.list('/v2/items')).toHaveLength(2)
  })

  it('does not become one by a link to a folder within it', async () => {
    const bundle = folder.write('1')
    const outside = folder.beside('outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'en.json'), '{}')
    symlinkSync(outside, join(bundle, 'locales'))
    const opened = await openBundle(bundle, folder.dataDir)
    expect([...opened.files.keys()]).toEqual(['patch.json'])
    expect(opened.others).toEqual(['locales'])
  })
})

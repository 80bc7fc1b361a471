// Tests that the container files agree with the settings, the commands and the Node version of this repository.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../../dynamic/setting-list.ts'
import { root } from '../../site/source-files.ts'
import { imageModules, packedPackages } from './image-files.ts'
import { loadedPackages } from './loaded-packages.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const containerfile = read('Containerfile')
const compose = read('compose.yaml')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}
/** The commands by the names that the launcher accepts. */
const commands = Object.values(scripts).map((script) => /run\.mjs (\S+)/.exec(script)?.[1])
const words = (list = '') => list.split(',').map((word) => word.replace(/["'[\]\s]/g, ''))
/** Variables that Node, the C library and the image of PostgreSQL read. */
const otherVariables = ['PATH', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'MALLOC_MMAP_THRESHOLD_', 'POSTGRES_DB', 'POSTGRES_PASSWORD'] // prettier-ignore
const known = new Set<string>([...settingNames, ...otherVariables])

describe('the Containerfile', () => {
  it('builds with the Node version that the launcher fetches', () => {
    expect(/^FROM docker\.io\/library\/node:([\d.]+)-/m.exec(containerfile)?.[1]).toBe(
      readFileSync(join(root, '.nvmrc'), 'utf8').trim(),
    )
  })

  it('sets variables that are read', () => {
    const set = [...containerfile.matchAll(/^(?:ENV)? +([A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect(set).toContain('DATA_DIR')
    expect(set.filter((name) => !known.has(name))).toEqual([])
  })

  it('runs a command of package.json in the same way as npm, as an unprivileged user', () => {
    const [, command] = /^CMD (\[.*\])$/m.exec(containerfile) ?? []
    expect(commands).toContain(words(command)[0])
    const [, entry] = /^ENTRYPOINT (\[.*\])$/m.exec(containerfile) ?? []
    expect(`${words(entry).join(' ')} ${words(command).join(' ')}`).toBe(scripts.serve)
    expect(containerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  })

  it('names only files that exist', () => {
    const named = [...containerfile.matchAll(/scripts\/[\w/-]+\.\w+/g)].map(([path]) => path)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('sets variables that are read', () => {
    const set = [...compose.matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
    expect(set).toEqual(expect.arrayContaining(['CATALOG_URL', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY']))
    expect(set.filter((name) => !known.has(name))).toEqual([])
  })

  it('runs commands of package.json, except for Redis', () => {
    const run = [...compose.matchAll(/^ +command:\s+(\[[^\]]*\])/gm)].map(([, list]) => words(list)[0])
    expect(run).toEqual(expect.arrayContaining(['serve', 'publish/tree', 'publish/nginx']))
    expect(run.filter((command) => command !== 'redis-server' && !commands.includes(command))).toEqual([])
  })

  it('lists the commands that can be run in its header', () => {
    const run = [...compose.matchAll(/^#.* run .*?\bbuilder ([\w/]+)/gm)].map(([, command]) => command)
    expect(run.length).toBeGreaterThan(1)
    expect(run.filter((command) => !commands.includes(command))).toEqual([])
  })

  it('balances among all instances, each of which has its own volume', () => {
    const instances = [...compose.matchAll(/^ {2}(instance-\d+):$/gm)].map(([, name = '']) => name)
    expect(instances.length).toBeGreaterThan(1)
    for (const name of instances) {
      expect(compose).toContain(`'${name}:8080'`)
      expect(compose).toContain(`'${name}:/data'`)
    }
  })
})

describe('packages of the image', async () => {
  const loaded = await loadedPackages(root, { modules: imageModules(), packed: packedPackages })
  const packages = loaded.map(({ folder }) => folder.replace(/^.*node_modules\//, ''))

  it('are those that its modules load, with their dependencies, fonts and native parts', () => {
    expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'express', 'pg', 'ioredis', 'body-parser']))
    expect(packages).toEqual(expect.arrayContaining(['@fontsource/besley', 'satori', 'esbuild', 'sharp']))
    expect(packages.filter((name) => /^@(img|esbuild)\/./.test(name)).length).toBeGreaterThan(2)
  })

  it('include no development packages, and none that only the build of the site loads', () => {
    const unneeded = ['vitest', 'typescript', 'vite', 'astro', '@astrojs/node', '@google/model-viewer', 'uplot', 'linebreak'] // prettier-ignore
    expect(packages.filter((name) => unneeded.includes(name))).toEqual([])
  })

  it('are at most this many (the number may only be lowered)', () => {
    expect(new Set(loaded.map(({ id }) => id)).size).toBeLessThanOrEqual(148)
  })
})

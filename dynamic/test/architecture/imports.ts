// Checks all imports, including those of types, against the tables of ARCHITECTURE.md.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isIn, layeredRooms, positionIn, roomOf, rooms } from './rooms.ts'
import { all, exists, isTest, repository, sources } from './sources.ts'

const inProject = sources.flatMap(({ path, imports }) =>
  imports.filter(({ isPackage }) => !isPackage).map(({ to, isScript }) => ({ path, to, isScript })),
)

describe('the tables of ARCHITECTURE.md', () => {
  it('name only paths that exist, and assign a room to every file', () => {
    expect(all.length).toBeGreaterThan(100)
    const named = [...rooms, ...layeredRooms].map(({ room }) => room)
    const below = layeredRooms.flatMap(({ room, layers }) =>
      layers.flat().map((part) => (part === '.' ? room : `${room}/${part}`)),
    )
    const from = rooms.flatMap((room) => room.from)
    expect([...named, ...below, ...from].filter((path) => !exists(path))).toEqual([])
    expect(all.map(({ path }) => path).filter((path) => roomOf(path) === undefined)).toEqual([])
  })

  it('name each room once', () => {
    for (const table of [rooms, layeredRooms]) {
      const named = table.map(({ room }) => room)
      expect(named.filter((room, place) => named.indexOf(room) !== place)).toEqual([])
    }
  })

  /** Folders whose subfolders need no order, with the reason. Only cycles are forbidden there. */
  const unordered: Readonly<Record<string, string>> = {
    'data/sample': 'one generator, whose parts draw on each other',
    'site/src/pages': 'folders are addresses',
  }

  it('give every file a layer in each folder that has subfolders', () => {
    const ownFolders = sources.map(({ path }) => ({ path, folders: foldersAround(path) }))
    const withFolders = new Set(ownFolders.flatMap(({ folders }) => folders.slice(0, -1)))
    const missing = ownFolders.flatMap(({ path, folders }) =>
      folders
        .filter((folder) => withFolders.has(folder) && !Object.keys(unordered).some((one) => isIn(folder, one)))
        .filter((folder) => !layeredRooms.some((one) => one.room === folder && positionIn(one, path)))
        .map((folder) => `${path} has no layer in ${folder}`),
    )
    expect(missing).toEqual([])
  })
})

/** The folders of a file within its room, from the outermost. */
function foldersAround(path: string): string[] {
  const room = roomOf(path)
  const folders: string[] = []
  for (let folder = dirname(path); room !== undefined && isIn(folder, room); folder = dirname(folder))
    folders.unshift(folder)
  return folders
}

describe('who may import whom', () => {
  it.each(rooms)('$room', ({ room, from, packages }) => {
    const files = sources.filter(({ path }) => roomOf(path) === room)
    expect(files.length).toBeGreaterThan(0)
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isPackage }) =>
          isPackage
            ? packages && !packages.includes(to)
            : roomOf(to) !== room && !from.some((folder) => isIn(to, folder)),
        )
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it.each(layeredRooms)('inside $room imports go down', (one) => {
    const wrong = inProject
      .filter(({ path, to }) => isIn(path, one.room) && isIn(to, one.room))
      .filter(({ path, to, isScript }) => {
        const [above, below] = [positionIn(one, path), positionIn(one, to)]
        if (!above || !below || above.part === below.part || isScript) return false
        return above.layer >= below.layer
      })
    expect(wrong.map(({ path, to }) => `${path} imports ${to}`)).toEqual([])
  })

  it('code that runs only in the browser is imported only by such code and by scripts of pages', () => {
    const browser = 'site/src/browser'
    const ways = inProject.filter(({ path, to }) => isIn(to, browser) && !isIn(path, browser))
    expect(ways.filter(({ isScript }) => isScript).length).toBeGreaterThan(5)
    expect(ways.filter(({ isScript }) => !isScript).map(({ path, to }) => `${path} imports ${to}`)).toEqual([])
    const scripts = inProject.filter(({ isScript, to }) => isScript && !isIn(to, browser))
    expect(scripts.map(({ path, to }) => `${path} sends ${to}`)).toEqual([])
  })

  it('sources import neither scripts nor tests', () => {
    const wrong = inProject.filter(({ path, to }) => (isIn(to, 'scripts') && !isIn(path, 'scripts')) || isTest(to))
    expect(wrong.map(({ path, to }) => `${path} imports ${to}`)).toEqual([])
  })
})

describe('imports', () => {
  it('of development packages are only in benchmarks, because a first start does not install them', () => {
    const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>
    }
    const wrong = sources
      .filter(({ path }) => !isIn(path, 'scripts/bench'))
      .flatMap(({ path, imports }) => imports.map(({ to, isPackage }) => ({ path, to, isPackage })))
      .filter(({ to, isPackage }) => isPackage && !to.startsWith('node:') && !(to in dependencies))
    expect(wrong.map(({ path, to }) => `${path} imports ${to}`)).toEqual([])
  })

  it('name files that exist, with their extensions', () => {
    const wrong = all.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isPackage }) => !isPackage && (!/\.\w+$/.test(to) || !exists(to)))
        .map(({ to }) => `${path}: ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('have no cycles, not even for types', () => {
    const next = new Map(
      all.map(({ path, imports }) => [path, imports.filter(({ isPackage }) => !isPackage).map(({ to }) => to)]),
    )
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' > '))
      else if (!done.has(path)) for (const to of next.get(path) ?? []) follow(to, [...way, path])
      done.add(path)
    }
    for (const path of next.keys()) follow(path, [])
    expect(circles).toEqual([])
  })
})

describe('sizes of folders', () => {
  const max = 16
  const reasons: Readonly<Record<string, string>> = { 'site/src/pages': 'a page stands where its address says' }

  it(`a folder has at most ${max} files beside its tests`, () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    const crowded = [...counts].filter(([, count]) => count > max).map(([folder]) => folder)
    expect(crowded).toEqual(Object.keys(reasons))
  })
})

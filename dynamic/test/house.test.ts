// The house rules of DESIGN 2 and 7, read off the source text.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { api } from '../../data/api/table.ts'

const repository = join(import.meta.dirname, '../..')

interface Import {
  /** Path from the repository's root, or the package's name. */
  readonly to: string
  readonly isPackage: boolean
  readonly typeOnly: boolean
}

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
  /** Texts of string literals and of the constant parts of templates; import paths and types aside. */
  readonly strings: readonly string[]
  readonly tree: ts.SourceFile
}

const folders = ['build', 'data', 'dynamic', 'scripts', 'site']

function readSource(path: string): Source {
  const text = readFileSync(join(repository, path), 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  const strings: string[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const isTypeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : node.isTypeOnly
      imports.push(importOf(path, (node.moduleSpecifier as ts.StringLiteral).text, isTypeOnly))
      return
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [given] = node.arguments
      if (given && ts.isStringLiteral(given)) imports.push(importOf(path, given.text, false))
    }
    if (ts.isTypeNode(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      strings.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { path, text, lines: text.trimEnd().split('\n').length, imports, strings, tree }
}

function importOf(from: string, given: string, typeOnly: boolean): Import {
  if (!given.startsWith('.')) return { to: packageOf(given), isPackage: true, typeOnly }
  return { to: relative(repository, resolve(repository, from, '..', given)), isPackage: false, typeOnly }
}

const packageOf = (given: string) =>
  given.startsWith('@') ? given.split('/', 2).join('/') : (given.split('/')[0] ?? '')

const all = folders
  .flatMap((folder) => {
    try {
      return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      )
    } catch {
      return [] // not built yet
    }
  })
  .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/node_modules|^site\/(dist|\.astro)\//.test(path))
  .sort()
  .map(readSource)

/** Tests and what only they use. */
const isTest = (path: string) => /\.test\.ts$|\/test\/|\/test-[\w-]+\.ts$|^data\/sample\/read-sample\.ts$/.test(path)
const sources = all.filter(({ path }) => !isTest(path))
const tests = all.filter(({ path }) => isTest(path))

/** Rooms of the house, each with those it may import from and the packages it may use, if these are counted. */
const rooms: { room: string; from: string[]; packages?: string[] }[] = [
  { room: 'data/api', from: [], packages: ['zod', 'fastest-levenshtein'] },
  { room: 'data/store', from: ['data/api'] },
  { room: 'data/sample', from: ['data/api'] },
  { room: 'build/import', from: ['data/api', 'data/store'] },
  { room: 'build/render', from: ['data/api', 'data/store'] },
  { room: 'build', from: ['build/import', 'build/render', 'data/api', 'data/store'] },
  { room: 'dynamic/edge.ts', from: ['data/api', 'dynamic/edge'], packages: [] },
  { room: 'dynamic/edge', from: ['data/api'], packages: ['fresh'] },
  { room: 'dynamic', from: ['data/api', 'data/store'] },
  { room: 'site', from: ['data/api', 'data/store', 'CHANGELOG.md'] },
  {
    room: 'scripts',
    from: [
      'build',
      'build/import',
      'build/render',
      'data/api',
      'data/store',
      'data/sample',
      'dynamic',
      'dynamic/edge',
      'site',
    ],
  },
]

const roomOf = (path: string): string =>
  rooms.find(({ room }) => path === room || path.startsWith(`${room}/`))?.room ?? path

describe('who may import whom', () => {
  it('knows a room for every file', () => {
    expect(all.length).toBeGreaterThan(100)
    const known = new Set(rooms.map(({ room }) => room))
    expect(all.map(({ path }) => path).filter((path) => !known.has(roomOf(path)))).toEqual([])
  })

  it.each(rooms)('$room', ({ room, from, packages }) => {
    const files = sources.filter(({ path }) => roomOf(path) === room)
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isPackage }) =>
          isPackage ? packages && !packages.includes(to) : ![room, ...from].includes(roomOf(to)),
        )
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('scripts are imported by tests alone, tests by no source', () => {
    const wrong = all.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ to }) =>
            (roomOf(to) === 'scripts' && roomOf(path) !== 'scripts' && !isTest(path)) || (isTest(to) && !isTest(path)),
        )
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('what is imported is there, with its ending', () => {
    const known = new Set(all.map(({ path }) => path))
    const wrong = all.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isPackage }) => !isPackage && /\.(ts|js)$|\/[^.]+$/.test(to) && !known.has(to))
        .map(({ to }) => `${path}: ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('nobody goes round in circles', () => {
    const next = new Map(
      sources.map(({ path, imports }) => [
        path,
        imports.filter(({ isPackage, typeOnly }) => !isPackage && !typeOnly).map(({ to }) => to),
      ]),
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

describe('each thing in its place', () => {
  it('the table has one order, whoever loads it: no list is made of a module', () => {
    const wrong = sources.filter(({ text }) =>
      [...text.matchAll(/import \* as (\w+)/g)].some(([, name]) =>
        new RegExp(`Object\\.(values|entries|keys)\\(${name}\\)`).test(text),
      ),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('SQL stands in data/store; a benchmark may have its own to measure against', () => {
    const statement =
      /\b(SELECT\s+[\w*"(]|INSERT\s+(OR\s+\w+\s+)?INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET|CREATE\s+(TEMP\s+)?(TABLE|INDEX)|BEGIN\s+EXCLUSIVE|PRAGMA\s)/
    const wrong = sources.filter(
      ({ path, strings }) =>
        roomOf(path) !== 'data/store' &&
        !path.startsWith('scripts/bench/') &&
        strings.some((one) => statement.test(one)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
    const store = sources.filter(
      ({ path, strings }) => roomOf(path) === 'data/store' && strings.some((one) => statement.test(one)),
    )
    expect(store.length).toBeGreaterThan(2)
  })

  it('the API is data: it knows no platform', () => {
    const platform = /\b(process\.|Buffer\.|require\(|globalThis\.|__dirname|import\.meta\.dirname)/
    const files = sources.filter(({ path }) => roomOf(path) === 'data/api')
    expect(files.length).toBeGreaterThan(20)
    const wrong = files.filter(
      ({ text, imports }) =>
        imports.some(({ to }) => to.startsWith('node:') || to === 'express') ||
        platform.test(text.replace(/\/\/.*|\/\*[^]*?\*\//g, '')),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('shared code names no resource', () => {
    // Feeds are named after what they tell of. The tooltips' browser script has labels for words; it knows no table.
    const own = ['data/api/resources/', 'data/api/live/', 'data/store/live/', 'dynamic/tooltips/', 'data/api/table.ts']
    const isOwn = (path: string) => own.some((start) => path.startsWith(start))
    const shared = [
      'data/api',
      'data/store',
      'build',
      'build/import',
      'build/render',
      'dynamic',
      'dynamic/edge',
      'dynamic/edge.ts',
    ]
    const names = new Set(api.resources.keys())
    const wrong = sources
      .filter(({ path }) => shared.includes(roomOf(path)))
      .filter(({ path }) => !isOwn(path))
      .flatMap(({ path, strings }) => strings.filter((one) => names.has(one)).map((one) => `${path}: ${one}`))
    expect(wrong).toEqual([])
  })

  it('a resource is declared by values: no function of its own', () => {
    const wrong: string[] = []
    let count = 0
    for (const { path, tree } of sources) {
      const visit = (node: ts.Node, inside: boolean): void => {
        const isDeclaration = ts.isCallExpression(node) && node.expression.getText() === 'resource'
        if (isDeclaration && path.startsWith('data/api/resources/')) count += 1
        const isFunction = ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)
        if (inside && isFunction) wrong.push(`${path}: ${node.getText().slice(0, 60)}`)
        ts.forEachChild(node, (child) => visit(child, inside || isDeclaration))
      }
      visit(tree, false)
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(8)
  })
})

describe('sizes and names', () => {
  /** Words, drawings, declarations and the table itself are as long as they must be. */
  const isTable = (path: string) => /\/(words|shapes|resources)\/|^data\/api\/table\.ts$/.test(path)
  const counted = sources.filter(({ path }) => !isTable(path))
  const lengths = counted.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0

  it('files are short', () => {
    expect(counted.filter(({ lines }) => lines > 260).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
    expect(at(0.5)).toBeLessThanOrEqual(90)
    expect(at(0.9)).toBeLessThanOrEqual(220)
  })

  it('tests are at least as long as sources', () => {
    const sum = (files: readonly Source[]) => files.reduce((total, { lines }) => total + lines, 0)
    const own = counted.filter(({ path }) => !path.startsWith('data/sample/'))
    const ofOwn = tests.filter(({ path }) => !path.startsWith('data/sample/'))
    expect(sum(ofOwn)).toBeGreaterThanOrEqual(sum(own))
  })

  it('files are named in kebab case, by the words of the field', () => {
    // Astro looks for its configuration under this name, and names its pages by their addresses.
    const isAstros = (path: string) => path === 'site/astro.config.ts' || path.startsWith('site/src/pages/')
    const names = all.map(({ path }) => path).filter((path) => !isAstros(path))
    expect(names.filter((path) => !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.test)?\.ts$/.test(path))).toEqual([])
    const banned = /\b(entity|entities|handlers?|controllers?|dto|utils?|managers?|helpers?|common)\b/
    expect(names.filter((path) => banned.test(path))).toEqual([])
  })

  it('and so are exports', () => {
    const banned = /(Entity|Handler|Controller|ServiceLayer|Dto|DTO|Utils?|Manager|Helper|Common)s?$/
    const wrong: string[] = []
    for (const { path, tree } of sources)
      for (const statement of tree.statements) {
        const isExported =
          ts.canHaveModifiers(statement) &&
          ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
        if (!isExported) continue
        const declared = ts.isVariableStatement(statement)
          ? statement.declarationList.declarations.map(({ name }) => name.getText())
          : [(statement as { name?: ts.Identifier }).name?.text ?? '']
        wrong.push(...declared.filter((name) => banned.test(name)).map((name) => `${path}: ${name}`))
      }
    expect(wrong).toEqual([])
  })

  it('no comment keeps history or dead code', () => {
    const old = /^\s*\/\/\s*(TODO|FIXME|XXX|HACK|import |const |return |if \()/m
    expect(sources.filter(({ text }) => old.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('no test is left out or left alone', () => {
    const left = /\b(it|describe|test)\.(only|todo|skip)\b\(/
    expect(
      tests
        .filter(({ path, text }) => path !== 'dynamic/test/house.test.ts' && left.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })
})

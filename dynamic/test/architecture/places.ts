// Checks the places of SQL, of platform APIs and of the names of resources.
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { isIn } from './rooms.ts'
import { sources } from './sources.ts'

describe('places', () => {
  it('no list is made from the exports of a module, so the order of the table does not depend on its importers', () => {
    const wrong = sources.filter(({ text }) =>
      [...text.matchAll(/import \* as (\w+)/g)].some(([, name]) =>
        new RegExp(`Object\\.(values|entries|keys)\\(${name}\\)`).test(text),
      ),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('SQL is only in data/store, except for baselines of benchmarks', () => {
    const statement =
      /\b(SELECT\s+[\w*"(]|INSERT\s+(OR\s+\w+\s+)?INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET|CREATE\s+(TEMP\s+)?(TABLE|INDEX)|BEGIN\s+EXCLUSIVE|PRAGMA\s)/
    const wrong = sources.filter(
      ({ path, strings }) =>
        !isIn(path, 'data/store') && !path.startsWith('scripts/bench/') && strings.some((one) => statement.test(one)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
    const store = sources.filter(
      ({ path, strings }) => isIn(path, 'data/store') && strings.some((one) => statement.test(one)),
    )
    expect(store.length).toBeGreaterThan(2)
  })

  it('data/api does not use platform APIs', () => {
    const platform = /\b(process\.|Buffer\.|require\(|globalThis\.|__dirname|import\.meta\.dirname)/
    const files = sources.filter(({ path }) => isIn(path, 'data/api'))
    expect(files.length).toBeGreaterThan(20)
    const wrong = files.filter(
      ({ text, imports }) =>
        imports.some(({ to }) => to.startsWith('node:') || to === 'express') ||
        platform.test(text.replace(/\/\/.*|\/\*[^]*?\*\//g, '')),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('resources', () => {
  it('are not named in shared code', () => {
    // Some feeds have the same names as resources. The tooltips script has labels, which are not names of resources.
    const own = [
      ...['data/api/resources', 'data/api/live', 'data/api/model/feeds', 'data/api/table.ts'],
      ...['data/store/live', 'dynamic/tooltips'],
    ]
    const shared = ['data/api', 'data/store', 'build', 'dynamic']
    const names = new Set(api.resources.keys())
    const wrong = sources
      .filter(({ path }) => shared.some((folder) => isIn(path, folder)))
      .filter(({ path }) => !own.some((folder) => isIn(path, folder)))
      .flatMap(({ path, strings }) => strings.filter((one) => names.has(one)).map((one) => `${path}: ${one}`))
    expect(wrong).toEqual([])
  })

  it('are declared by values, without functions', () => {
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

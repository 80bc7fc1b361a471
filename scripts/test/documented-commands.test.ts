// Tests that the commands, suites, benches, fault rows and files that documents name exist, and that names of code look like code.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultRows } from '../../dynamic/test/rigs/fault-rows.ts'
import { benches } from '../bench/bench-list.ts'
import { root } from '../site/source-files.ts'

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'site/src/pages/docs/guides/*.md']
const text = globSync(documents, { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')
const suites = globSync('{data,build,dynamic,site,scripts}/**/*.test.ts', { cwd: root }).map(String)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }

/** Returns the words after each mention of a command, up to its first option. There must be at least `mentions`. */
function argumentsOf(command: string, mentions: number): string[] {
  const found = [...text.matchAll(new RegExp(`\\b${command} -- ((?:[\\w./]+[\\w./-]*(?: (?=\\w))?)*)`, 'g'))]
  expect(found.length).toBeGreaterThanOrEqual(mentions)
  return found.flatMap(([, words = '']) => words.split(' ')).filter((word) => word !== '')
}

it('documents write identifiers as code', () => {
  const frontMatter = /^---\n.*?^---\n/gms
  const code = /^```.*?^```|`[^`]*`|\]\([^)]*\)/gms
  const prose = text.replaceAll(frontMatter, (fields) => fields.replaceAll(/^\w+:/gm, '')).replaceAll(code, '')
  expect(prose.match(/\b[a-z]+[A-Z]\w*/g) ?? []).toEqual([])
})

describe('documents name only existing', () => {
  it('commands', () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('suites', () => {
    const named = [...argumentsOf('npm test', 5), ...argumentsOf('npm run test:long', 1)]
    expect(named.filter((name) => !suites.some((path) => path.includes(name)))).toEqual([])
  })

  it('benches', () => {
    const names = benches.map(({ name }) => name)
    expect(argumentsOf('npm run bench', 5).filter((name) => !names.includes(name))).toEqual([])
  })

  it('fault rows', () => {
    const numbers = faultRows.flatMap((row) => row.numbers.map(String))
    expect(argumentsOf('npm run faults', 20).filter((number) => !numbers.includes(number))).toEqual([])
  })

  it('files', () => {
    const folders = /(?<=[`(\s])(?:(?:data|build|dynamic|site|scripts)\/|\.ci\/|\.github\/)[\w./[\]-]+\.(?:ts|mjs|md|json|yml|yaml|astro|service)(?=[`)\s,:;.])/g // prettier-ignore
    const named = new Set([...text.matchAll(folders)].map(([path]) => path))
    expect(named.size).toBeGreaterThan(20)
    // Files that the examples of CONTRIBUTING.md create.
    const examples = [...text.matchAll(/file=(\S+)/g)].map(([, path]) => path)
    expect([...named].filter((path) => !existsSync(join(root, path)) && !examples.includes(path))).toEqual([])
  })
})

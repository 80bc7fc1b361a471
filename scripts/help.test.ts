// Tests that every command answers --help at once, because it imports only what its arguments need.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { importGraph } from '../build/render/import-graph.ts'
import { settingNames } from '../dynamic/setting-list.ts'
import { root } from './site/source-files.ts'

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> }
const commands = Object.entries(scripts).map(([name, line]) => ({
  name,
  file: `scripts/${/run\.mjs (\S+)/.exec(line)?.[1]}.ts`,
}))

/** The static imports of each module, by path. */
const imports = new Map<string, readonly string[]>()
beforeAll(async () => {
  const graph = await importGraph(
    commands.map(({ file }) => file),
    root,
  )
  for (const [path, input] of Object.entries(graph))
    imports.set(
      path,
      input.imports.filter(({ kind }) => kind === 'import-statement').map(({ path: to }) => to),
    )
})

describe.each(commands)('npm run $name', ({ file }) => {
  it('loads few modules before its action runs', () => {
    const seen = new Set([file])
    for (const path of seen) for (const to of imports.get(path) ?? []) seen.add(to)
    const packages = [...seen].filter((path) => !imports.has(path) && !path.startsWith('node:'))
    expect(packages).toEqual(['commander'])
    expect(seen.size).toBeLessThan(20)
  })

  it('prints its usage with --help, and refuses unknown options with 2', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/run.mjs', file.slice(8, -3), ...args], { cwd: root, encoding: 'utf8' })
    const help = run('--help')
    expect([help.status, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toMatch(/^Usage: npm (run \S+|start|test) -- [^]*--help/)
    if (file !== 'scripts/test.ts') expect(run('--no-such-option').status).toBe(2)
  })
})

it('npm run observe --help has the arguments of all its subcommands', () => {
  const { stdout } = spawnSync(process.execPath, ['scripts/run.mjs', 'observe', '--help'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout).toContain('npm run observe -- <feed> <file> | quarantine list [--json] | quarantine replay')
})

it('README.md lists every setting', () => {
  const readme = readFileSync(`${root}/README.md`, 'utf8')
  expect(settingNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitWith } from '../command/exit-with.ts'
import { root } from '../site/source-files.ts'

interface Place {
  readonly files: readonly string[]
  readonly suites: readonly string[]
}

const places: Readonly<Record<string, Place>> = {
  key: {
    files: ['data/store/accounts/{key-text,authentication,key-state-cache,origins}.ts'],
    suites: ['data/store/accounts/{key-text,authentication,key-state-cache,accounts,origins}.test.ts'],
  },
  path: { files: ['data/api/static/output-path.ts'], suites: ['data/api/static/output-path.test.ts'] },
  route: { files: ['data/api/static/route.ts'], suites: ['data/api/static/route.test.ts'] },
  request: {
    files: ['data/api/request/request.ts', 'data/api/request/target.ts'],
    suites: ['data/api/request/{request,target}.test.ts'],
  },
}

/** Packages that must be installed together, so that Stryker finds its runner. */
const packages = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1']

/**
 * Runs Stryker on the places with these names. The exit code is 1 if Stryker cannot run; surviving mutants are only
 * listed.
 */
export async function mutate(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(places, name))
  if (unknown.length > 0)
    return exitWith('usage', new Error(`There is no place ${unknown.join(', ')}: ${Object.keys(places).join(', ')}.`))
  for (const [name, place] of Object.entries(places))
    if (names.length === 0 || names.includes(name)) await mutatePlace(place)
}

async function mutatePlace({ files, suites }: Place): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const config = join(folder, 'stryker.json')
  const options = {
    ...{ mutate: files, testRunner: 'vitest', coverageAnalysis: 'perTest', concurrency: 1 },
    vitest: { configFile: 'scripts/test/mutation-suites.ts', related: false },
    ...{ reporters: ['clear-text'], clearTextReporter: { logTests: false }, warnings: { slow: false } },
    // Stryker would need its own TypeScript to rewrite our configuration, which no suite reads.
    tsconfigFile: 'none.json',
    ...{ tempDirName: join(folder, 'copy'), ignorePatterns: ['.data', 'site/dist'] },
  }
  writeFileSync(config, JSON.stringify(options))
  const named = packages.flatMap((one) => ['--package', one])
  const child = spawn('npx', ['--yes', ...named, 'stryker', 'run', config], {
    ...{ cwd: root, stdio: 'inherit', env: { ...process.env, MUTATION_SUITES: JSON.stringify(suites) } },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) process.exitCode = 1
}

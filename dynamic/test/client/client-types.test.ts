// Compiles the types of the package under `--strict`, as in projects that install it.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root as repository } from '../../../scripts/site/source-files.ts'
import { openFixture } from '../fixtures/test-service.ts'
import { openClientProject, run, type ClientProject } from './client-service.ts'

let project: ClientProject
beforeAll(async () => {
  project = await openClientProject(openFixture())
  copyFileSync(join(import.meta.dirname, 'consumer/consumer.mts'), join(project.folder, 'consumer.mts'))
})
afterAll(() => project.close())

const nodeTypes = `--types node --typeRoots ${join(repository, 'node_modules/@types')}`

it.each([
  ['a bundler’s project', 'typescript-7', '--module esnext --moduleResolution bundler --lib es2022,dom'],
  ['a strict project', 'typescript-7', '--module nodenext --lib es2023,dom --exactOptionalPropertyTypes'],
  ['a project for Node', 'typescript', `--module nodenext --lib es2022 --skipLibCheck ${nodeTypes}`],
])('in %s, valid code compiles and invalid code does not', async (_project, compiler, options) => {
  const tsc = join(repository, 'node_modules', compiler, 'bin/tsc')
  const files = ['consumer.mts', 'node_modules/deepledger-client/index.d.ts']
  const flags = ['--strict', '--noEmit', '--target', 'es2022', ...options.split(' ')]
  expect(await run(process.execPath, [tsc, ...flags, ...files], project.folder)).toBe('')
})

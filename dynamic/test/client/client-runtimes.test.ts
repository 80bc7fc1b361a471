// Tests the installed client on every supported Node version and in Deno.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNode } from '../../../scripts/test/other-node.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { denoProgram } from '../edge/edge-service.ts'
import { openSampleFixture } from '../fixtures/test-service.ts'
import { openClientProject, run, type ClientProject } from './client-service.ts'
import { expectFindings } from './expect-findings.ts'

let project: ClientProject
beforeAll(async () => {
  project = await openClientProject(await openSampleFixture())
  for (const name of ['program.mjs', 'findings.mjs'])
    copyFileSync(join(import.meta.dirname, name), join(project.folder, name))
})
afterAll(() => project.close())

const findingsOf = async (program: string, ...args: readonly string[]): Promise<unknown> =>
  JSON.parse(await run(program, [...args, 'program.mjs', project.origin], project.folder))

describe.each(['20', '22.18.0', '24', '26'])('on Node %s', (version) => {
  const node = findNode(version) ?? ''
  it.runIf(canRun(`client on Node ${version}`, `Node ${version} from the npm registry`, node !== ''))(
    'it reads, pages, revalidates, throws problems and is aborted',
    async () => {
      expect(await run(node, ['--version'], project.folder)).toMatch(new RegExp(`^v${version}\\b`))
      expectFindings(await findingsOf(node))
    },
  )
})

it('in Deno it does the same', async () => {
  const flags = ['run', '--no-prompt', '--no-remote', '--no-lock', '--allow-net', '--allow-read', '--allow-env']
  expectFindings(await findingsOf(denoProgram(), ...flags))
})

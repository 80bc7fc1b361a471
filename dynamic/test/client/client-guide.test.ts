// Tests that the program in the guide to the client works on the sample world that `npm start` imports.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSampleWorld } from '../../../data/sample/world.ts'
import { root as repository } from '../../../scripts/site/source-files.ts'
import { openFixture } from '../fixtures/test-service.ts'
import { openClientProject, run, type ClientProject } from './client-service.ts'

const guide = readFileSync(join(repository, 'site/src/pages/docs/guides/client.md'), 'utf8')
const block = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1] ?? ''

let project: ClientProject
beforeAll(async () => {
  const fixture = openFixture()
  const bundles = await writeSampleWorld(join(fixture.dataDir, 'world'), { scale: 'full', pictures: false })
  await fixture.import(bundles, { patches: 0 })
  project = await openClientProject(fixture)
})
afterAll(() => project.close())

describe('the program of the guide', () => {
  it('has 30 lines', () => {
    expect(block('js').trimEnd().split('\n').length).toBe(30)
  })

  it('prints what the guide says', async () => {
    writeFileSync(join(project.folder, 'guide.js'), block('js').replace('http://localhost:8080', project.origin))
    expect(await run(process.execPath, ['guide.js'], project.folder)).toBe(block('text'))
  })
})

// Tests the client in a real browser, as a module of a page of another origin.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { hasBrowser, openBrowser } from '../fixtures/browser.ts'
import { openSampleFixture } from '../fixtures/test-service.ts'
import { openClientProject, type ClientProject } from './client-service.ts'
import { expectFindings } from './expect-findings.ts'

describe.skipIf(!hasBrowser('the client'))('a page of another origin', () => {
  let project: ClientProject
  let site: Server
  beforeAll(async () => {
    project = await openClientProject(await openSampleFixture())
    const files: Readonly<Record<string, string>> = {
      '/client.js': join(project.folder, 'node_modules/deepledger-client/index.js'),
      '/findings.mjs': join(import.meta.dirname, 'findings.mjs'),
    }
    site = createServer(({ url = '' }, res) => {
      const file = files[url]
      const type = file === undefined ? 'text/html' : 'text/javascript'
      res.writeHead(200, { 'content-type': type }).end(file === undefined ? '<!doctype html>' : readFileSync(file))
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
  })
  afterAll(async () => {
    site.close()
    await project.close()
  })

  it('reads, pages, revalidates, catches problems and aborts like any other runtime', async () => {
    const browser = await openBrowser()
    try {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
      expectFindings(
        await page.evaluate(`Promise.all([import('/client.js'), import('/findings.mjs')]).then(([client, { findings }]) =>
          findings({ ...client, baseUrl: ${JSON.stringify(project.origin)} }))`),
      )
    } finally {
      await browser.close()
    }
  })
})

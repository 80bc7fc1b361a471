// Tests the client against a service whose quota is exhausted.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFixture } from '../fixtures/test-service.ts'
import { openClientProject, type ClientProject } from './client-service.ts'

interface Meta {
  meta(params?: object, options?: { signal: AbortSignal }): Promise<object>
}
interface Package {
  createClient(options: object): Meta
  Problem: new (fields: object) => Error
}

describe('an exhausted quota', () => {
  let project: ClientProject
  let client: Package
  let baseUrl: string
  beforeAll(async () => {
    const fixture = openFixture()
    project = await openClientProject(fixture)
    const rateLimits = { anonymous: 2, key: 1000, tiers: {} }
    const { port } = await fixture.serve({ rateLimits })
    baseUrl = `http://127.0.0.1:${port}`
    client = (await import(
      pathToFileURL(join(project.folder, 'node_modules/deepledger-client/index.js')).href
    )) as Package
    const first = client.createClient({ baseUrl })
    await first.meta()
    await first.meta()
  })
  afterAll(() => project.close())

  it('is a problem without retries', async () => {
    const error: unknown = await client
      .createClient({ baseUrl, maxRetries: 0 })
      .meta()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(client.Problem)
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' })
  })

  it('is waited for until the call is aborted', async () => {
    const signal = AbortSignal.timeout(300)
    await expect(client.createClient({ baseUrl }).meta({}, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('does not affect a client with a key', async () => {
    const { key } = project.service
    expect(await client.createClient({ baseUrl, apiKey: key }).meta()).toHaveProperty('build')
  })
})

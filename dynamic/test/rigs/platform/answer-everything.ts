// Imports a bundle that names hosts, then answers requests that name hosts; `egress.ts` runs it in a separate process.
// Usage: answer-everything.ts <empty folder> <requests> <seed>
import { join } from 'node:path'
import { importAndRender } from '../../../../build/import-and-render.ts'
import { writeTestBundle } from '../../../../build/test/test-bundle.ts'
import { api } from '../../../../data/api/table.ts'
import { Stream } from '../../../../data/sample/random.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { anyTableRequest, sampleRequests } from '../requests/generated-requests.ts'

const [folder = '', amount = '1', seed = '1'] = process.argv.slice(2)
const elsewhere = ['http://192.0.2.1/x.png', '//192.0.2.1/x', 'https://elsewhere.test/x.glb', 'file:///etc/hostname']

const items = elsewhere.map((url, nth) => ({
  ...{ id: `id.item.thing_${nth}`, name: url, description: `![](${url}) <img src="${url}">`, rarity: 'common' },
}))
const bundle = writeTestBundle(join(folder, 'bundle'), '1.0.0', { items })
await importAndRender([bundle], { api, dataDir: join(folder, 'data'), patches: 'all' })

const fixture = await openSampleFixture()
const service = await fixture.serve()
const random = new Stream(seed)
for (const one of sampleRequests(anyTableRequest(api, fixture.catalog()), Number(amount), Number(seed))) {
  const url = random.pick(elsewhere)
  const names = [random.pick(['url', 'q', 'name', 'locale', 'patch', 'cursor']), encodeURIComponent(url)]
  const target = random.chance(0.5)
    ? one.target
    : `${one.target}${one.target.includes('?') ? '&' : '?'}${names.join('=')}`
  const headers = {
    ...one.headers,
    ...{ 'x-forwarded-host': '192.0.2.1', 'x-original-url': url, origin: 'https://elsewhere.test', referer: url },
  }
  await fetchApi(service, target, { method: one.method, headers, undeclared: 'allowed' })
}
for (const target of ['/tooltips.js', '/client.tgz', '/health/ready', '/mcp', '/account/sign-in'])
  await fetchApi(service, target, { undeclared: 'allowed' })
await fixture.close()

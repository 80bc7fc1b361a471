import { describe, expect, it } from 'vitest'
import { api } from '../../../../data/api/table.ts'
import { translateTo } from '../../messages/catalogs.ts'
import { assetsOf, inKilobytes, pictureSources } from './row-assets.ts'

const hash = 'ab'.repeat(32)

function assetsAt(path: string, statuses: Readonly<Record<string, number>>) {
  const list = api.endpoints.find((endpoint) => endpoint.path === path)
  if (!list) throw new Error(`There is no ${path}`)
  const requested: string[] = []
  const fetchApi = (target: string) => {
    requested.push(target)
    const status = statuses[target] ?? 404
    return Promise.resolve({
      status,
      target,
      headers: { 'content-length': '30452', etag: `"${hash}"` },
      json: undefined,
    })
  }
  const at = (target: string) => `${target}?patch=2`
  return { assets: assetsOf({ list, id: 'id.a.b', at }, { api, fetchApi }), requested }
}

describe('the assets of a row', () => {
  it('are those that its list declares and the row has, at its patch', async () => {
    const model = '/v2/monsters/id.a.b/model?patch=2'
    const { assets } = assetsAt('/v2/monsters', { [model]: 200 })
    expect(await assets).toEqual({ portrait: undefined, model: { url: model, bytes: 30_452, hash } })
  })

  it('are not requested if nothing is declared', async () => {
    const { assets, requested } = assetsAt('/v2/quests', {})
    expect(await assets).toEqual({})
    expect(requested).toEqual([])
  })

  it('are named by hash, have a source for dense screens, and cost no quota', () => {
    const portrait = { url: '/v2/monsters/id.a.b/portrait', bytes: 30_452 }
    expect(pictureSources({ ...portrait, hash })).toEqual({
      src: `/v1/codex/assets/${hash}?size=256&format=webp`,
      srcset: `/v1/codex/assets/${hash}?format=webp 2x`,
    })
    expect(pictureSources(portrait)).toEqual({ src: portrait.url })
  })

  it('have a readable size', () => {
    expect(inKilobytes(30_452, translateTo('en'))).toBe('30 kB')
    expect(inKilobytes(1_234_400, translateTo('de'))).toBe('1.234 kB')
  })
})

// What pages get from the API in the same process, for every kind of answer.
import { describe, expect, it } from 'vitest'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Answer } from '../../data/api/answer/respond.ts'
import type { Generation } from '../catalog/generation.ts'
import { createApiClient, createPictureClient } from './api-client.ts'
import { BufferedAnswer } from '../http/prepared-answer.ts'

const answers: Readonly<Record<string, Answer>> = {
  '/v2/json': { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{"name":"Lämp"}' },
  '/v2/text': { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Ember Lantern: 3 gold.' },
  '/v2/moved': { status: 302, headers: { location: '/assets/a' }, body: '' },
  '/v2/picture': { status: 200, headers: { 'content-type': 'image/png' }, body: 'a picture' },
}
const generation = {
  respondTo(target) {
    if (target === '/v2/broken') throw new Error('out of lamp oil')
    const answer = answers[target]
    if (!answer) throw new Problem('not_found', 'There is no such lamp.')
    return new BufferedAnswer(answer)
  },
} as Pick<Generation, 'respondTo'> as Generation
const fetchApi = createApiClient(generation)
const picture = createPictureClient(generation)

describe('a requested target', () => {
  it('returns parsed JSON, with the headers that HTTP would have', async () => {
    const { status, target, headers, json } = await fetchApi('/v2/json')
    expect({ status, target, json }).toEqual({ status: 200, target: '/v2/json', json: { name: 'Lämp' } })
    expect(headers).toMatchObject({
      'content-length': '16',
      etag: new BufferedAnswer(answers['/v2/json'] as Answer).etag,
    })
  })

  it('returns plain text as a string', async () => {
    expect((await fetchApi('/v2/text')).json).toBe('Ember Lantern: 3 gold.')
  })

  it('returns only the headers of a redirect or a picture', async () => {
    expect(await fetchApi('/v2/moved')).toMatchObject({
      status: 302,
      headers: { location: '/assets/a' },
      json: undefined,
    })
    expect((await fetchApi('/v2/picture')).json).toBeUndefined()
  })

  it('returns a problem as an answer, so that pages can show it', async () => {
    expect(await fetchApi('/v2/none')).toMatchObject({
      status: 404,
      target: '/v2/none',
      json: { code: 'not_found', detail: 'There is no such lamp.' },
    })
  })

  it('rejects if the service fails unexpectedly', async () => {
    await expect(fetchApi('/v2/broken')).rejects.toThrow('out of lamp oil')
  })
})

describe('a requested picture', () => {
  it('resolves to its bytes', async () => {
    expect(Buffer.from((await picture('/v2/picture')) ?? []).toString()).toBe('a picture')
  })

  it('resolves to undefined if the answer is not a picture', async () => {
    for (const target of ['/v2/json', '/v2/moved', '/v2/none']) expect(await picture(target), target).toBeUndefined()
  })

  it('rejects if the service fails unexpectedly', async () => {
    await expect(picture('/v2/broken')).rejects.toThrow('out of lamp oil')
  })
})

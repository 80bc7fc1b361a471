import { describe, expect, it } from 'vitest'
import { EdgeReply } from './edge-reply.ts'
import type { FetchFile } from './published-tree.ts'
import { answerFromTree } from './tree-answers.ts'

const bytes = '0123456789'
const etag = '"whole"'
const route = {
  status: 200,
  headers: { 'content-type': 'application/zstd' },
  etag,
  asset: 'bulk/x.ndjson.zst',
} as const
const manifest = { format: 1, catalog: '', state: '', patches: [], scopes: {} } as const

/** Returns the answer of the edge with these files, and the ranges that it fetched. */
async function ask(headers: Record<string, string>, fetchFile: FetchFile) {
  const fetched: (string | undefined)[] = []
  const request = new Request('https://edge.test/v2/bulk/x.ndjson.zst', { headers })
  const recorded: FetchFile = (name, range) => {
    fetched.push(range)
    return fetchFile(name, range)
  }
  const reply = new EdgeReply(request, { limit: 60, now: () => 0 })
  const response = await answerFromTree({ by: 'tree', route, manifest }, recorded, reply)
  const contentRange = response?.headers.get('content-range') ?? undefined
  return { status: response?.status, contentRange, text: await response?.text(), fetched }
}

const whole: FetchFile = () => Promise.resolve(new Response(bytes))
const inParts: FetchFile = (_name, range) => {
  if (range === 'bytes=20-') return Promise.resolve(new Response(null, { status: 416 }))
  if (range === undefined) return whole('')
  const contentRange = 'bytes 2-4/10'
  return Promise.resolve(new Response('234', { status: 206, headers: { 'content-range': contentRange } }))
}

describe('a part of a file', () => {
  const part = { status: 206, contentRange: 'bytes 2-4/10', text: '234' }

  it('is read as a part if the platform can do so', async () => {
    expect(await ask({ range: 'bytes=2-4' }, inParts)).toEqual({ ...part, fetched: ['bytes=2-4'] })
  })

  it('is cut out of the whole file otherwise', async () => {
    expect(await ask({ range: 'bytes=2-4' }, whole)).toEqual({ ...part, fetched: ['bytes=2-4'] })
  })

  it('is cut out of the whole file if the platform sends another part', async () => {
    const other = { status: 206, contentRange: 'bytes 1-2/10', text: '12' }
    expect(await ask({ range: 'bytes=1-2' }, inParts)).toEqual({ ...other, fetched: ['bytes=1-2', undefined] })
  })

  it('is not read if the whole file is the answer', async () => {
    const all = { status: 200, contentRange: undefined, text: bytes, fetched: [undefined] }
    expect(await ask({ range: 'bytes=2-4', 'if-range': '"other"' }, inParts)).toEqual(all)
    expect(await ask({ range: 'bytes=0-1,3-4' }, inParts)).toEqual(all)
  })

  it('beyond the end is a 416 with the size', async () => {
    expect(await ask({ range: 'bytes=20-' }, inParts)).toMatchObject({ status: 416, contentRange: 'bytes */10' })
  })
})

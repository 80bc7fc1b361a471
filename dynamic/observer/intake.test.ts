import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import { FileUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { ingestRequest } from './intake.ts'

it('a request whose client left before its body was read ends', { timeout: 5000 }, async () => {
  const req = new IncomingMessage(new Socket())
  req.destroy()
  await expect(ingestRequest({} as LiveIngest, 'market', req, () => undefined)).rejects.toMatchObject({
    code: 'bad_request',
  })
})

it('what a full disk refuses is unavailable because of that, which is for the log', async () => {
  const full = new FileUnavailableError('The disk does not store what was written')
  const req = Object.assign(Readable.from(['{}\n']), { headers: {} }) as unknown as IncomingMessage
  const live = { now: () => 0, ingest: () => Promise.reject(full) } as unknown as LiveIngest
  await expect(ingestRequest(live, 'market', req, () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
    cause: full,
  })
})

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import { ingestRequest } from './intake.ts'

it('a request whose client left before its body was read ends', { timeout: 5000 }, async () => {
  const req = new IncomingMessage(new Socket())
  req.destroy()
  await expect(ingestRequest({} as LiveIngest, 'market', req, () => undefined)).rejects.toMatchObject({
    code: 'bad_request',
  })
})

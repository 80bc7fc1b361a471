import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedis, startRedis } from '../test/instances/redis-server.ts'
import type { DisposableServer } from '../test/instances/disposable-server.ts'
import { announceKeyChangeTo, connectRedis } from './connect-redis.ts'

describe.skipIf(!hasRedis)('a Redis with a password', () => {
  const [right, wrong] = ['the-right-password', 'yesterdays-password']
  let server: DisposableServer
  beforeAll(async () => void (server = await startRedis('--requirepass', right)))
  afterAll(() => server.close())
  const urlWith = (password: string, path = '') => server.url.replace('//', `//:${password}@`) + path

  async function logOf(url: string, until: RegExp): Promise<string> {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const redis = connectRedis({ url, prefix: 'suite:' }, log)
    try {
      await expect.poll(() => lines.join('')).toMatch(until)
      return lines.join('')
    } finally {
      redis.close()
    }
  }

  it('logs that the password of the URL is wrong, without showing it', async () => {
    const log = await logOf(urlWith(wrong), /Redis is away/)
    expect(log).toContain('WRONGPASS')
    expect(log).not.toContain(wrong)
  })

  it('rejects an announcement with the reason', async () => {
    const failed = announceKeyChangeTo({ url: urlWith(wrong), prefix: 'suite:' })
    await expect(failed).rejects.toThrow('WRONGPASS')
    await expect(failed).rejects.not.toHaveProperty('command')
  })

  it('logs that another database is used if that of the URL does not exist', async () => {
    const log = await logOf(urlWith(right, '/9999'), /database that REDIS_URL names/)
    expect(log).toContain('out of range')
    expect(log).not.toContain(right)
  })
})

import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { renderMissing } from './data-process.ts'

const { execPath } = process
afterEach(() => (process.execPath = execPath))

describe('rendering beside the service', () => {
  it('can be stopped without an error if its process could not be started', async () => {
    process.execPath = '/nowhere/node'
    const said: string[] = []
    const { stop } = renderMissing(undefined, pino({}, { write: (line: string) => said.push(line) }))
    await stop()
    expect(said.join('')).toContain('rendering could not begin')
  })
})

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../scripts/test/temporary-folder.ts'
import { readDerivedJson, readIfPresent } from './read-file.ts'

const folder = temporaryFolder('read-file-')
afterAll(() => rmSync(folder, { recursive: true }))

const writesAndRemoves = `
  const { writeFileSync, rmSync } = require('node:fs')
  const { workerData, parentPort } = require('node:worker_threads')
  parentPort.postMessage('started')
  for (;;) {
    writeFileSync(workerData, '{}')
    rmSync(workerData)
  }
`

test('a file that another process removes at that moment reads as missing', async () => {
  const file = join(folder, 'manifest.next.json')
  const worker = new Worker(writesAndRemoves, { eval: true, workerData: file })
  await new Promise((resolve) => worker.once('message', resolve))
  try {
    const found = new Set<string | undefined>()
    const end = Date.now() + 60_000
    const sawBoth = () => found.has(undefined) && found.size > 1
    for (let reads = 0; (reads < 3000 || !sawBoth()) && Date.now() < end; reads += 1) {
      found.add(readIfPresent(file)?.toString())
    }
    expect([...found].every((text) => text === undefined || text === '' || text === '{}')).toBe(true)
    expect(found).toContain(undefined)
    expect(found.size).toBeGreaterThan(1)
  } finally {
    await worker.terminate()
  }
})

test('a folder in place of a file is an error, not a missing file', () => {
  expect(() => readIfPresent(folder)).toThrow('EISDIR')
})

test('what is no JSON reads as missing', () => {
  const file = join(folder, 'index.json')
  writeFileSync(file, '{"half":')
  expect(readDerivedJson(file)).toBeUndefined()
  writeFileSync(file, '{"whole":true}')
  expect(readDerivedJson(file)).toEqual({ whole: true })
})

import { once } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

const megabyte = 1024 * 1024
const rows = () => Array.from({ length: 1_000_000 }, (_, at) => `row ${at}`)
const bytes = () => {
  const { used_heap_size, total_physical_size } = getHeapStatistics()
  return { used: used_heap_size, held: total_physical_size }
}

// Collects what earlier tests have left.
beforeEach(collectGarbage)

describe('collecting garbage', () => {
  it('frees objects without references, and returns their pages to the system', () => {
    const list = rows()
    const before = bytes()
    list.length = 0
    collectGarbage()
    const after = bytes()
    expect(before.used - after.used).toBeGreaterThan(25 * megabyte)
    expect(before.held - after.held).toBeGreaterThan(25 * megabyte)
  })

  it('keeps objects with references', () => {
    const before = bytes()
    const list = rows()
    collectGarbage()
    expect(bytes().used - before.used).toBeGreaterThan(25 * megabyte)
    expect(list.at(-1)).toBe('row 999999')
  })

  it('does not expose gc to other code', () => {
    expect(runInNewContext('typeof gc')).toBe('undefined')
  })

  it('works in several threads at the same time', async () => {
    const program = `import('${new URL('collect-garbage.ts', import.meta.url).href}').then(({ collectGarbage }) => {
      for (let nth = 0; nth < 10; nth += 1) collectGarbage()
    })`
    const threads = Array.from({ length: 4 }, () => new Worker(program, { eval: true }))
    expect(await Promise.all(threads.map((thread) => once(thread, 'exit')))).toEqual(Array(4).fill([0]))
  })
})

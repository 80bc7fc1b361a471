import { afterEach, expect, it, vi } from 'vitest'
import { progressBar } from './progress-bar.ts'

const start = (columns = 200) => {
  const written: string[] = []
  const write = (text: unknown) => written.push(String(text)) > 0
  return { written, bar: progressBar('Importing', { columns, write }) }
}

afterEach(() => vi.useRealTimers())

it('draws the progress in one line', () => {
  const { written, bar } = start()
  bar.update('items.ndjson', 1, 4)
  expect(written).toEqual([`\r\u001b[KImporting ${'█'.repeat(10)}${'░'.repeat(30)} 25% | items.ndjson`])
})

it('is never longer than the width of the terminal or its total', () => {
  const { written, bar } = start(30)
  bar.update('a label that is too long', 9, 3)
  expect(written).toEqual([`\r\u001b[KImporting ${'█'.repeat(19)}`])
})

it('is drawn at most ten times per second, and removed at the end if it was drawn', () => {
  vi.useFakeTimers()
  const { written, bar } = start()
  bar.stop()
  expect(written).toEqual([])
  for (let done = 0; done < 50; done += 1) {
    bar.update('', done, 50)
    vi.advanceTimersByTime(10)
  }
  expect(written).toHaveLength(5)
  bar.stop()
  bar.stop()
  expect(written.slice(5)).toEqual(['\r\u001b[K'])
})

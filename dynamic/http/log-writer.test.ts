import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LogWriter } from './log-writer.ts'

const fails = (code: string) => Object.assign(new Error(code), { code })

/** A log writer whose disk has `room` bytes left, and fails with `code` when it is full. */
function disk() {
  const state = { text: '', room: Infinity, code: 'ENOSPC', maxWriting: 0, writing: 0 }
  const write = async (_: number, bytes: Buffer) => {
    state.maxWriting = Math.max(state.maxWriting, (state.writing += 1))
    await turn()
    state.writing -= 1
    if (state.room <= 0) throw fails(state.code)
    const bytesWritten = Math.min(bytes.length, state.room)
    state.room -= bytesWritten
    state.text += bytes.subarray(0, bytesWritten).toString()
    return { bytesWritten }
  }
  return { state, writer: new LogWriter(1, write) }
}

const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}

it('writes lines in their order, one write at a time', async () => {
  const { state, writer } = disk()
  for (const line of ['1\n', '2\n', '3\n']) writer.write(line)
  await turn()
  writer.write('4\n')
  await settle()
  expect(state).toMatchObject({ text: '1\n2\n3\n4\n', maxWriting: 1 })
})

it('drops lines while the disk is full, and reports their number when there is room again', async () => {
  const { state, writer } = disk()
  state.room = 10
  writer.write('{"a":1}\n{"a":2}\n')
  await settle()
  writer.write('{"a":3}\n')
  await settle()
  state.room = Infinity
  writer.write('{"a":4}\n')
  await settle()
  writer.write('{"a":5}\n')
  await settle()
  expect(state.text.replace(/"time":"[^"]*"/, '"time":""')).toBe(
    '{"a":1}\n{"\n{"level":40,"time":"","msg":"2 lines of the log could not be written"}\n{"a":4}\n{"a":5}\n',
  )
})

it('keeps lines that a full pipe does not accept yet', async () => {
  const { state, writer } = disk()
  Object.assign(state, { room: 4, code: 'EAGAIN' })
  writer.write('{"a":1}\n')
  await settle()
  state.room = Infinity
  await expect.poll(() => state.text).toBe('{"a":1}\n')
})

it('does not fail when the process ends and the disk is full', async () => {
  const fd = openSync('/dev/full', 'w')
  try {
    const writer = new LogWriter(fd)
    writer.write('1\n')
    writer.write('2\n')
    writer.flushSync()
    await settle()
  } finally {
    closeSync(fd)
  }
})

it('writes the queued lines before the process ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-writer-'))
  const fd = openSync(join(folder, 'log'), 'w')
  const writer = new LogWriter(fd, () => new Promise(() => undefined))
  writer.write('in flight\n')
  writer.write('1\n')
  writer.write('2\n')
  writer.flushSync()
  closeSync(fd)
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('1\n2\n')
  rmSync(folder, { recursive: true })
})

import pino from 'pino'
import { expect, it } from 'vitest'
import { serializers } from './log.ts'

function logged(err: unknown): { message: string; stack: string; code?: string } {
  const lines: string[] = []
  pino({ serializers }, { write: (line: string) => lines.push(line) }).error({ err }, 'it failed')
  return (JSON.parse(lines.join('')) as { err: ReturnType<typeof logged> }).err
}

const because = (message: string, cause: unknown) => new Error(message, { cause })

it.each([
  [
    'The database does not answer.',
    'role "x" does not exist',
    'The database does not answer: role "x" does not exist.',
  ],
  ['http://tree/ could not be read: 404', '404', 'http://tree/ could not be read: 404'],
  ['it failed', 'it broke', 'it failed: it broke'],
  ['It failed.', 'It broke.', 'It failed: It broke.'],
])('logs the cause of an error only if the message does not contain it: %s, %s', (message, why, line) => {
  expect(logged(because(message, new Error(why))).message).toBe(line)
})

it('logs the messages of all causes in one line, and their stacks', () => {
  const error = because('a', because('b', Object.assign(new Error('c'), { cause: 'no error' })))
  expect(logged(error)).toMatchObject({
    message: 'a: b: c',
    stack: expect.stringContaining('caused by: Error: c') as string,
  })
})

it('ends at a cycle of causes', () => {
  const error = new Error('a')
  error.cause = because('b', error)
  expect(logged(error).message).toBe('a: b')
})

it('keeps the fields of an error, and logs other values unchanged', () => {
  expect(logged(Object.assign(new Error('a'), { code: 'E' }))).toMatchObject({ message: 'a', code: 'E' })
  expect(logged('text')).toBe('text')
})

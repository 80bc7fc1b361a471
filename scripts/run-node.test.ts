import { expect, it } from 'vitest'
import { runNode } from './run-node.ts'

const failure = 'The lamp could not be lit'

it('what fails says all that it said, wherever it said it', () => {
  const script = 'console.log("building"); console.error("pages/items.astro: no such import"); process.exit(1)'
  expect(() => runNode(['-e', script], { failure })).toThrow(
    /The lamp could not be lit:\s+building\s+pages\/items\.astro: no such import/,
  )
})

it('what cannot be run says why', () => {
  expect(() => runNode(['-e', ''], { failure, cwd: '/nowhere' })).toThrow('ENOENT')
})

it('what is killed says by what', () => {
  expect(() => runNode(['-e', 'process.kill(process.pid, "SIGKILL")'], { failure })).toThrow('SIGKILL')
})

it('what succeeds is silent', () => {
  expect(runNode(['-e', 'console.log("done")'], { failure })).toBeUndefined()
})

import { expect, it } from 'vitest'
import { runNode } from './run-node.ts'

const failure = 'The lamp could not be lit'

it('what fails says all that it said, wherever it said it', async () => {
  const script = 'console.log("building"); console.error("pages/items.astro: no such import"); process.exit(1)'
  await expect(runNode(['-e', script], { failure })).rejects.toThrow(
    /The lamp could not be lit:\s+building\s+pages\/items\.astro: no such import/,
  )
})

it('what cannot be run says why', async () => {
  await expect(runNode(['-e', ''], { failure, cwd: '/nowhere' })).rejects.toThrow('ENOENT')
})

it('what is killed says by what', async () => {
  await expect(runNode(['-e', 'process.kill(process.pid, "SIGKILL")'], { failure })).rejects.toThrow('SIGKILL')
})

it('what succeeds is silent', async () => {
  expect(await runNode(['-e', 'console.log("done")'], { failure })).toBeUndefined()
})

import { expect, it } from 'vitest'
import { runNode } from './run-node.ts'

const failure = 'The lamp could not be lit'

it('rejects with the output on stdout and stderr if the script fails', async () => {
  const script = 'console.log("building"); console.error("pages/items.astro: no such import"); process.exit(1)'
  await expect(runNode(['-e', script], { failure })).rejects.toThrow(
    /The lamp could not be lit:\s+building\s+pages\/items\.astro: no such import/,
  )
})

it('rejects with the reason if Node cannot be run', async () => {
  await expect(runNode(['-e', ''], { failure, cwd: '/nowhere' })).rejects.toThrow('ENOENT')
})

it('rejects with the signal if the script is killed', async () => {
  await expect(runNode(['-e', 'process.kill(process.pid, "SIGKILL")'], { failure })).rejects.toThrow('SIGKILL')
})

it('resolves without output if the script succeeds', async () => {
  expect(await runNode(['-e', 'console.log("done")'], { failure })).toBeUndefined()
})

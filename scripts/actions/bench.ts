import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { benches } from '../bench/bench-list.ts'
import type { Figure } from '../bench/measure/bench.ts'
import { tableOf } from '../bench/measure/table.ts'
import { exitWith } from '../command/exit-with.ts'

/** Runs the benches of these names; all without any. */
export async function runBenches(names: readonly string[], quick: boolean): Promise<void> {
  const known = benches.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return exitWith('usage', new Error(`No bench is called ${unknown.join(', ')}: ${known.join(', ')}.`))
  const root = mkdtempSync(join(tmpdir(), 'bench-'))
  const clear = () => rmSync(root, { recursive: true, force: true })
  process
    .once('SIGINT', () => process.exit(130))
    .once('SIGTERM', () => process.exit(143))
    .once('exit', clear)
  const figures: (Figure & { bench: string })[] = []
  for (const { name, load } of benches) {
    if (names.length > 0 && !names.includes(name)) continue
    const folder = join(root, name)
    mkdirSync(folder)
    const began = performance.now()
    const report = (text: string) => console.error(`${name}: ${text}`)
    const { run } = await load()
    const found = await run({ quick, folder, report })
    figures.push(...found.map((figure) => ({ bench: name, ...figure })))
    rmSync(folder, { recursive: true })
    report(`done in ${Math.round((performance.now() - began) / 1000)} s`)
  }
  console.log(tableOf(figures))
  console.log(
    `Node ${process.version}, ${cpus().length} cores${quick ? ', quick' : ''}. Ratios are medians of alternating runs.`,
  )
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { benches } from '../bench/bench-list.ts'
import type { Bench, Figure } from '../bench/measure/bench.ts'
import { mergeRuns, type FigureOfRuns } from '../bench/measure/runs.ts'
import { tableOf } from '../bench/measure/table.ts'
import { exitWith } from '../command/exit-with.ts'

interface BenchRuns {
  readonly quick: boolean
  /** Number of runs of each bench. */
  readonly runs: number
}

/** Runs the benches with these names, or all benches if there are none, and prints their figures. */
export async function runBenches(names: readonly string[], { quick, runs }: BenchRuns): Promise<void> {
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
  const figures: (FigureOfRuns & { bench: string })[] = []
  for (const { name, load } of benches) {
    if (names.length > 0 && !names.includes(name)) continue
    const found: Figure[][] = []
    for (let run = 0; run < runs; run += 1)
      found.push(await runOnce(name, await load(), { quick, folder: join(root, name) }))
    figures.push(...mergeRuns(found).map((figure) => ({ bench: name, ...figure })))
  }
  console.log(tableOf(figures))
  console.log(
    `Node ${process.version}, ${cpus().length} cores${quick ? ', quick' : ''}${runs > 1 ? `, ${runs} runs` : ''}. Ratios are medians of alternating rounds.`,
  )
}

async function runOnce(name: string, bench: Bench, options: { quick: boolean; folder: string }): Promise<Figure[]> {
  const report = (text: string) => console.error(`${name}: ${text}`)
  mkdirSync(options.folder)
  const began = performance.now()
  const figures = await bench({ ...options, report })
  rmSync(options.folder, { recursive: true })
  report(`done in ${Math.round((performance.now() - began) / 1000)} s`)
  return figures
}

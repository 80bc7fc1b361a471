import { Command } from 'commander'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './bench/bench.ts'
import { cdn } from './bench/cdn.ts'
import { filteredRead } from './bench/filtered-read.ts'
import { gateCost } from './bench/gate-cost.ts'
import { imports } from './bench/imports.ts'
import { live } from './bench/live.ts'
import { oldPatch } from './bench/old-patch.ts'
import { patches } from './bench/patches.ts'
import { publishing } from './bench/publishing.ts'
import { rendering } from './bench/rendering.ts'
import { site } from './bench/site.ts'
import { staticRead } from './bench/static-read.ts'
import { tableOf } from './bench/table.ts'
import { exitWith } from './exit-codes.ts'

const benches = [imports, rendering, staticRead, filteredRead, oldPatch, patches, publishing, gateCost, live, cdn, site]
const names = benches.map(({ name }) => name)

const program = new Command('npm run bench --')
  .description('Measures the service against baselines of the same run; budgets are reported, not enforced.')
  .argument('[name...]', 'benches to run; all by default')
  .option('--quick', 'smaller volumes and fewer rounds')
  .addHelpText(
    'after',
    `\nBenches:\n${benches.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n')}`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

const unknown = program.args.filter((name) => !names.includes(name))
if (unknown.length > 0) exitWith('usage', new Error(`No bench is called ${unknown.join(', ')}: ${names.join(', ')}.`))
else await run(program.opts<{ quick?: boolean }>().quick ?? false)

async function run(quick: boolean): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'bench-'))
  const clear = () => rmSync(root, { recursive: true, force: true })
  process
    .once('SIGINT', () => process.exit(130))
    .once('SIGTERM', () => process.exit(143))
    .once('exit', clear)
  const figures: (Figure & { bench: string })[] = []
  for (const { name, run: measure } of benches) {
    if (program.args.length > 0 && !program.args.includes(name)) continue
    const folder = join(root, name)
    mkdirSync(folder)
    const began = performance.now()
    const tell = (text: string) => console.error(`${name}: ${text}`)
    const found = await measure({ quick, folder, tell })
    figures.push(...found.map((figure) => ({ bench: name, ...figure })))
    rmSync(folder, { recursive: true })
    tell(`done in ${Math.round((performance.now() - began) / 1000)} s`)
  }
  console.log(tableOf(figures))
  console.log(
    `Node ${process.version}, ${cpus().length} cores${quick ? ', quick' : ''}. Ratios are medians of alternating runs.`,
  )
}

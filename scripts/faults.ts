import { createCommand } from './command/create-command.ts'
import { readWholeNumber } from './command/whole-number.ts'

await createCommand(
  'npm run faults --',
  'Injects faults (kills, power cuts, full disks, hostile requests, ...) and reports whether the guarantees held. Needs Linux; most rows need root and Debian packages, which they name.',
)
  .argument('[rows...]', 'numbers of rows; all by default')
  .option('--list', 'print the rows and what each needs, and run nothing')
  .option('--points <n>', 'injections of each row', readWholeNumber(1, 1e9))
  .option('--seed <n>', 'the same injections again; a new seed by default', readWholeNumber(0, 9_999_999_999))
  .option('--long', 'the long form: thousands of injections, for hours')
  .action(async (rows: string[], options: { list?: boolean; points?: number; seed?: number; long?: boolean }) =>
    (await import('./actions/faults.ts')).injectFaults(rows, options),
  )
  .parseAsync()

import { InvalidArgumentError } from 'commander'
import { createCommand } from './command/create-command.ts'

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('a whole number is expected')
  return Number(text)
}

await createCommand(
  'npm run faults --',
  'Injects faults (kills, power cuts, full disks, hostile requests, ...) and reports what held. Linux; most rows need root and Debian packages, and say which.',
)
  .argument('[rows...]', 'numbers of rows; all by default')
  .option('--list', 'print the rows and what each needs, and run nothing')
  .option('--points <n>', 'injections of each row', wholeNumber)
  .option('--seed <n>', 'the same injections again; a new seed by default', wholeNumber)
  .option('--long', 'the long form: thousands of injections, for hours')
  .action(async (rows: string[], options: { list?: boolean; points?: number; seed?: number; long?: boolean }) =>
    (await import('./actions/faults.ts')).injectFaults(rows, options),
  )
  .parseAsync()

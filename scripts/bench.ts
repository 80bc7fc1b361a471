import { benches } from './bench/bench-list.ts'
import { createCommand } from './command/create-command.ts'
import { readWholeNumber } from './command/whole-number.ts'

await createCommand(
  'npm run bench --',
  'Measures the service against baselines in the same run; budgets are reported, not enforced.',
)
  .argument('[name...]', 'benches to run; all by default')
  .option('--quick', 'smaller volumes and fewer rounds')
  .option(
    '--runs <n>',
    'number of runs of each; prints medians, with the lowest and the highest ratio',
    readWholeNumber(1, 100),
    1,
  )
  .addHelpText(
    'after',
    `\nBenches:\n${benches.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n')}`,
  )
  .action(async (names: string[], { quick = false, runs }: { quick?: boolean; runs: number }) =>
    (await import('./actions/bench.ts')).runBenches(names, { quick, runs }),
  )
  .parseAsync()

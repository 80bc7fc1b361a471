import { benches } from './bench/bench-list.ts'
import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run bench --',
  'Measures the service against baselines in the same run; budgets are reported, not enforced.',
)
  .argument('[name...]', 'benches to run; all by default')
  .option('--quick', 'smaller volumes and fewer rounds')
  .addHelpText(
    'after',
    `\nBenches:\n${benches.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n')}`,
  )
  .action(async (names: string[], { quick }: { quick?: boolean }) =>
    (await import('./actions/bench.ts')).runBenches(names, quick ?? false),
  )
  .parseAsync()

import { createCommand } from './command/create-command.ts'
import { lowerPriority } from './command/lower-priority.ts'
import type { DeployArguments } from './actions/deploy.ts'

await createCommand(
  'npm run deploy --',
  'Publishes the tree and lists what the CDN does not have yet; with --yes the Netlify CLI uploads it.',
)
  .option('--yes', 'deploy; without it nothing leaves this machine')
  .option('--no-pages', 'leave the pages to the service')
  .option('--no-cards', 'leave the Open Graph cards to the service')
  .option('--json', 'print the plan with all file names as JSON')
  .addHelpText(
    'after',
    '\nIt replaces the release in DATA_DIR/publish by one without catalog and compressed files. For nginx, or instances with\nCATALOG_URL, publish another one elsewhere: `npm run publish:tree -- --compressed --to <folder>`.',
  )
  .addHelpText('after', '\nTo undo: `npm run rollback`, then deploy again; the CDN still has the previous files.')
  .action(async (given: DeployArguments) => {
    lowerPriority()
    await (await import('./actions/deploy.ts')).deploy(given)
  })
  .parseAsync()

import { spawnSync } from 'node:child_process'
import { Command } from 'commander'
import { join } from 'node:path'
import { planDeploy, writeDeployed, type DeployPlan } from '../build/publish-tree/deployed.ts'
import { publicFolder } from '../build/publish-tree/publish-tree.ts'
import { currentLink } from '../build/publish-tree/release.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { checkConfig, deployCommand, runnable, shown } from './netlify-command.ts'
import { publishRelease } from './publish-release.ts'

const program = new Command('npm run deploy --')
  .description('Publishes the tree and tells what of it the CDN lacks; with --yes the Netlify CLI brings it there.')
  .option('--yes', 'deploy; without it nothing leaves this machine')
  .option('--no-pages', 'leave the pages for people to the service')
  .option('--no-cards', 'leave the pictures that links are shown with to the service')
  .option('--json', 'print the plan with all names as JSON')
  .addHelpText('after', '\nThe way back: `npm run rollback`, then this again; the CDN still has the files of before.')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

interface Options {
  yes?: boolean
  json?: boolean
  pages: boolean
  cards: boolean
}

const { yes = false, json = false, ...what } = program.opts<Options>()

try {
  const settings = readSettings(process.env)
  const to = join(settings.DATA_DIR, 'publish')
  const folder = join(to, currentLink, publicFolder)
  checkConfig(folder)
  const { hash } = await publishRelease(settings, { to, ...what })
  const { listing, ...plan } = planDeploy(to, hash)
  const command = deployCommand(folder, hash)
  if (!json) console.log(describe(plan))
  if (yes) {
    const [name, ...args] = runnable(command)
    const { status, error } = spawnSync(name, args, { stdio: json ? ['inherit', 2, 2] : 'inherit' })
    if (error ?? status !== 0) throw new Error(`\`${shown(command)}\` failed: the CDN has what it had.`)
    writeDeployed(to, { hash, listing })
  }
  if (json) console.log(JSON.stringify({ ...plan, command, deployed: yes }))
  else console.log(yes ? 'Deployed.' : `Nothing was uploaded. \`npm run deploy -- --yes\` runs:\n${shown(command)}`)
} catch (error) {
  exitWith('unexpected', error)
}

function describe({ hash, last, files, bytes, uploads, added, changed, removed }: DeployPlan): string {
  const since = last === undefined ? 'the first deploy' : `since release ${last.slice(0, 16)}`
  const lines = [
    `release ${hash.slice(0, 16)}: ${files} files, ${megabytes(bytes)}; ${since}:`,
    `${added.length} added, ${changed.length} changed, ${removed.length} removed`,
    ...changed.slice(0, 20).map((name) => `  changed: ${name}`),
    `to upload: ${uploads.files} files, ${megabytes(uploads.bytes)}`,
  ]
  return lines.join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`
}

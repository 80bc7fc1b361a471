import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { catalogsFolder } from '../../data/api/static/manifest.ts'
import { planDeploy, writeDeployed, type DeployPlan } from '../../build/publish-tree/deployed.ts'
import { publicFolder, type PublishedRelease } from '../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../build/publish-tree/release.ts'
import { buildSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { checkConfig, deployCommand, resolveCommand, formatCommand } from '../site/netlify-command.ts'
import { publishRelease } from '../site/publish-release.ts'

export interface DeployArguments {
  yes?: boolean
  json?: boolean
  pages: boolean
  cards: boolean
}

/** Runs `npm run deploy`; prints errors and sets the exit code. */
export async function deploy({ yes = false, json = false, ...what }: DeployArguments): Promise<void> {
  try {
    const settings = buildSettings()
    const to = join(settings.DATA_DIR, 'publish')
    const folder = join(to, currentLink, publicFolder)
    checkConfig(folder)
    const upload = ({ hash, removed }: PublishedRelease) => {
      if (removed.some((name) => name.startsWith(join(publicFolder, catalogsFolder, '/'))))
        console.error(withoutCatalog(folder))
      const { listing, ...plan } = planDeploy(to, hash)
      const command = deployCommand(folder, hash)
      if (!json) console.log(describe(plan))
      if (yes) {
        const [name, ...args] = resolveCommand(command)
        const { status, error } = spawnSync(name, args, { stdio: json ? ['inherit', 2, 2] : 'inherit' })
        if (error ?? status !== 0) throw new Error(`\`${formatCommand(command)}\` failed: the CDN is unchanged.`)
        writeDeployed(to, { hash, listing })
      }
      if (json) console.log(JSON.stringify({ ...plan, command, deployed: yes }))
      else
        console.log(
          yes ? 'Deployed.' : `Nothing was uploaded. \`npm run deploy -- --yes\` runs:\n${formatCommand(command)}`,
        )
    }
    await publishRelease(settings, { to, catalog: false, ...what, whilePublished: upload })
  } catch (error) {
    exitWith('unexpected', error)
  }
}

const withoutCatalog = (folder: string): string =>
  `The release that this one replaces had the catalog, which a CDN does not need: instances with CATALOG_URL that read ${folder} find none any more. Publish theirs to another folder: \`npm run publish:tree -- --compressed --to <folder>\`.`

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

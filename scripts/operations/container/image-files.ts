import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { builtSite, currentBuildFile } from '../../../site/server/open-site.ts'
import { filesOf, root } from '../../site/source-files.ts'

const folders = ['build', 'data', 'dynamic', 'site', 'scripts']
const documents = ['package.json', 'package-lock.json', '.nvmrc', 'CHANGELOG.md', 'LICENSE']

/** Commands that need development packages, suites or the builder of the site, which are not in the image. */
const developmentCommands = /^scripts\/((bench|dev|test)\/|(actions\/)?(bench|check|dev|faults|fix|test)\.ts$)/

/** Returns the files of the repository that are in the image, including the current build of the site. */
export function imageFiles(): string[] {
  const built = existsSync(currentBuildFile) ? [currentBuildFile, `${builtSite()}/`] : []
  const current = built.map((path) => relative(root, path))
  const isOldBuild = (path: string) => path.startsWith('site/dist/') && !current.some((one) => path.startsWith(one))
  return [...filesOf(folders), ...documents].filter(
    (path) => !developmentCommands.test(path) && !/(^|\/)(node_modules|\.astro)\//.test(path) && !isOldBuild(path),
  )
}

/** Returns the modules that run in the image. Pages run as the built site. */
export const imageModules = (): string[] =>
  imageFiles().filter(
    (path) => /\.(ts|mjs)$/.test(path) && !/^site\/(src\/|dist\/\w+\/client\/|astro\.config)/.test(path),
  )

/** Packages that only the drawing of cards imports; each is bundled with its dependencies into one file. */
export const packedPackages: readonly string[] = ['satori']

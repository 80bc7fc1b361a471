import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { builtSite, currentBuildFile } from '../../../site/server/open-site.ts'
import { filesOf, root } from '../../site/source-files.ts'

const folders = ['build', 'data', 'dynamic', 'site', 'scripts']
const documents = ['package.json', 'package-lock.json', '.nvmrc', 'CHANGELOG.md', 'LICENSE']

/** Commands that need what is not in the image: packages of development, suites, the builder of the site. */
const ofDevelopment = /^scripts\/((bench|dev|test)\/|(actions\/)?(bench|check|dev|faults|fix|test)\.ts$)/

/** Files of the repository that are in the image, the current build of the site among them. */
export function imageFiles(): string[] {
  const built = existsSync(currentBuildFile) ? [currentBuildFile, `${builtSite()}/`] : []
  const current = built.map((path) => relative(root, path))
  const isOldBuild = (path: string) => path.startsWith('site/dist/') && !current.some((one) => path.startsWith(one))
  return [...filesOf(folders), ...documents].filter(
    (path) => !ofDevelopment.test(path) && !/(^|\/)(node_modules|\.astro)\//.test(path) && !isOldBuild(path),
  )
}

/** Modules that run in the image; those of pages run as the built site. */
export const imageModules = (): string[] =>
  imageFiles().filter(
    (path) => /\.(ts|mjs)$/.test(path) && !/^site\/(src\/|dist\/\w+\/client\/|astro\.config)/.test(path),
  )

/** Packages that only the drawing of cards imports: copied as one file with all that they import, as pages are built. */
export const packedPackages: readonly string[] = ['satori']

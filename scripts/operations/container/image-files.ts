import { filesOf } from '../../site/source-files.ts'

const folders = ['build', 'data', 'dynamic', 'site', 'scripts']
const documents = ['package.json', 'package-lock.json', '.nvmrc', 'CHANGELOG.md', 'LICENSE']

/** Commands that need what is not in the image: packages of development, suites, the builder of the site. */
const ofDevelopment = /^scripts\/((bench|dev|test)\/|(actions\/)?(bench|check|dev|faults|fix|test)\.ts$)/

/** Files of the repository that are in the image, the built site among them. */
export const imageFiles = (): string[] =>
  [...filesOf(folders), ...documents].filter(
    (path) => !ofDevelopment.test(path) && !/(^|\/)(node_modules|\.astro)\//.test(path),
  )

/** Modules that run in the image; those of pages run as the built site. */
export const imageModules = (): string[] =>
  imageFiles().filter((path) => /\.(ts|mjs)$/.test(path) && !/^site\/(src\/|dist\/client\/|astro\.config)/.test(path))

/** Packages that only the drawing of cards imports: copied as one file with all that they import, as pages are built. */
export const packedPackages: readonly string[] = ['satori']

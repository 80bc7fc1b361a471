import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** What only the build of the site loads; the built site names what it needs itself. */
const ofBuild = /^(astro|vite|uplot|minisearch|@astrojs\/node|@google\/model-viewer|@fontsource-variable\/.+)$/

/** The built site imports some modules of it that need no other package. */
const withoutDependencies = '@astrojs/internal-helpers'

/** Folders of the packages that the service and its commands load, with all that these depend on; paths from the repository. */
export function loadedPackages(repository: string): string[] {
  const direct = Object.keys(readManifest(repository).dependencies ?? {}).filter((name) => !ofBuild.test(name))
  const found = new Set<string>()
  const queue = [...direct, ...importsOf(join(repository, 'site/dist/server'))].map((name) => ({
    name,
    from: repository,
  }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const folder = folderOf(next.name, next.from, repository)
    if (folder === undefined || found.has(folder)) continue
    found.add(folder)
    if (next.name === withoutDependencies) continue
    const { dependencies, optionalDependencies, peerDependencies } = readManifest(folder)
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    const from = folder
    queue.push(...names.filter((name) => !ofBuild.test(name)).map((name) => ({ name, from })))
  }
  return [...found].map((folder) => relative(repository, folder)).sort()
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** As Node looks for it: optional ones may be missing. */
function folderOf(name: string, from: string, repository: string): string | undefined {
  for (let at = from; at.startsWith(repository); at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

/** Packages that the modules of a folder import. */
function importsOf(folder: string): string[] {
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'))
  const names = modules.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]*)?["']/g)].map(
      ([, found = '']) => found,
    )
  })
  return [...new Set(names)].filter((name) => !builtinModules.includes(name))
}

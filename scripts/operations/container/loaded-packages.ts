import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

interface LoadedPackage {
  /** Path relative to the repository. */
  readonly folder: string
  /** Name and version, which are the same for copies of a package in several places. */
  readonly id: string
}

/**
 * Returns the packages that modules of the repository load: those that they import directly or indirectly, those with
 * native parts, and those whose files are read by name, such as fonts. Imports of `packed` packages are left out,
 * because they are bundled.
 */
export async function loadedPackages(
  repository: string,
  { modules, packed }: { readonly modules: readonly string[]; readonly packed: readonly string[] },
): Promise<LoadedPackage[]> {
  const imported = await importedPackages(repository, modules)
  const texts = modules.filter((path) => !isBuilt(path)).map((path) => readFileSync(join(repository, path), 'utf8'))
  const direct = Object.keys(manifestOf(repository).dependencies ?? {}).filter((name) => {
    const folder = folderOf(name, repository, repository)
    return (folder !== undefined && imported.has(folder)) || texts.some((text) => isNamed(name, text))
  })
  const found = new Set<string>()
  const queue = direct.map((name) => folderOf(name, repository, repository))
  while (queue.length > 0) {
    const folder = queue.pop()
    if (folder === undefined || found.has(folder)) continue
    found.add(folder)
    if (!packed.includes(manifestOf(folder).name)) queue.push(...neededBy(folder, repository, imported))
  }
  return [...found].sort().map((folder) => {
    const { name, version } = manifestOf(folder)
    return { folder: relative(repository, folder), id: `${name}@${version}` }
  })
}

/** Whether the file belongs to a build of the site, which also names packages that are bundled into it. */
const isBuilt = (path: string) => path.startsWith('site/dist/')

const isNamed = (name: string, text: string): boolean =>
  ["'", '"', '`'].some((mark) => text.includes(`${mark}${name}${mark}`) || text.includes(`${mark}${name}/`))

/**
 * Returns the dependencies of a package that it loads. The code may name optional ones only in part, such as without
 * the platform.
 */
function neededBy(folder: string, repository: string, imported: ReadonlySet<string>): (string | undefined)[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifestOf(folder)
  const optional = Object.keys(optionalDependencies ?? {}).map((name) => folderOf(name, folder, repository))
  const others = Object.keys({ ...dependencies, ...peerDependencies }).map((name) => folderOf(name, folder, repository))
  return [...optional, ...others.filter((other) => other !== undefined && imported.has(other))]
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Finds the folder of a package like Node does; undefined if it is not installed, such as for other platforms. */
function folderOf(name: string, from: string, repository: string): string | undefined {
  for (let at = from; at.startsWith(repository); at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

/** Ignores imports of packages that are not installed, which other packages import conditionally. */
const withoutMissing: Plugin = {
  name: 'without-missing',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'tried') return undefined
      const found = await builder.resolve(path, { ...options, pluginData: 'tried' })
      return found.errors.length > 0 ? { path, external: true } : found
    })
  },
}

/** Returns the folders of all packages that these modules import directly or indirectly. */
async function importedPackages(repository: string, modules: readonly string[]): Promise<Set<string>> {
  // A single module imports all of them, because a separate bundle would be made for each entry point.
  const contents = modules.map((path) => `import ${JSON.stringify(`./${path}`)}`).join('\n')
  const { metafile } = await build({
    ...{ stdin: { contents, resolveDir: repository }, absWorkingDir: repository, write: false, metafile: true },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'silent', plugins: [withoutMissing] },
    loader: { '.node': 'empty', '.wasm': 'empty' },
  })
  const paths = Object.keys(metafile.inputs).map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return new Set(paths.filter((path) => path !== undefined).map((path) => join(repository, path)))
}

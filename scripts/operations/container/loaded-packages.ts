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
  /** Path from the repository. */
  readonly folder: string
  /** Name and version: what lies in several places is one package. */
  readonly id: string
}

/**
 * The packages that modules of the repository load: those that their imports lead to, through as many packages as it
 * takes, with those that bring the native parts of them, and those whose files are read by name, as fonts are. Those
 * that are packed bring what they import.
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

/** What the build of the site writes also names what it has taken in. */
const isBuilt = (path: string) => path.startsWith('site/dist/')

const isNamed = (name: string, text: string): boolean =>
  ["'", '"', '`'].some((mark) => text.includes(`${mark}${name}${mark}`) || text.includes(`${mark}${name}/`))

/** Packages that one depends on and loads. Of optional ones the code names only the kind, such as the platform. */
function neededBy(folder: string, repository: string, imported: ReadonlySet<string>): (string | undefined)[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifestOf(folder)
  const optional = Object.keys(optionalDependencies ?? {}).map((name) => folderOf(name, folder, repository))
  const others = Object.keys({ ...dependencies, ...peerDependencies }).map((name) => folderOf(name, folder, repository))
  return [...optional, ...others.filter((other) => other !== undefined && imported.has(other))]
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** As Node looks for it; undefined where it is not installed, as packages for other platforms are. */
function folderOf(name: string, from: string, repository: string): string | undefined {
  for (let at = from; at.startsWith(repository); at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

/** What is not there is not loaded: packages try whether others are installed. */
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

/** Folders of all packages with a file that an import of these modules leads to. */
async function importedPackages(repository: string, modules: readonly string[]): Promise<Set<string>> {
  // One module that imports them all: of each entry point a bundle of its own would be written.
  const contents = modules.map((path) => `import ${JSON.stringify(`./${path}`)}`).join('\n')
  const { metafile } = await build({
    ...{ stdin: { contents, resolveDir: repository }, absWorkingDir: repository, write: false, metafile: true },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'silent', plugins: [withoutMissing] },
    loader: { '.node': 'empty', '.wasm': 'empty' },
  })
  const paths = Object.keys(metafile.inputs).map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return new Set(paths.filter((path) => path !== undefined).map((path) => join(repository, path)))
}

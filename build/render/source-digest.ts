import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { sha256 } from '../../data/store/files/etag.ts'
import { importGraph } from './import-graph.ts'

const projectRoot = join(import.meta.dirname, '../..')

/** Entry modules: the renderer and its inputs, the table of endpoints and the catalog. */
const entryPoints = ['build/render/render.ts', 'data/api/table.ts', 'data/store/catalog/catalog.ts']

let ownDigest: Promise<string> | undefined

/**
 * Hash of the code that produces answers: rendered files depend on code as well as on data. It covers each module that the
 * renderer imports, directly or not, and the versions of the packages that these import.
 */
export const sourceDigest = (): Promise<string> => (ownDigest ??= digestOfSources(projectRoot))

/** The digest of the sources in another folder. */
export async function digestOfSources(root: string): Promise<string> {
  const inputs = await importGraph(entryPoints, root)
  const modules = Object.keys(inputs).sort()
  const texts = modules.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`)
  return sha256([...texts, ...packagesOf(inputs, root)].join('\n'))
}

/** The name and the lock file's entry of each package that these modules import. */
function packagesOf(inputs: Metafile['inputs'], root: string): string[] {
  const imports = Object.values(inputs).flatMap((input) => input.imports)
  const names = imports.flatMap(({ path, external }) =>
    external && !path.startsWith('node:') ? packageName(path) : [],
  )
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version?: string }>>
  }
  return [...new Set(names)].sort().map((name) => `${name} ${lock.packages[`node_modules/${name}`]?.version}`)
}

const packageName = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

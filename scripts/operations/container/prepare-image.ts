// Assembles the root file system of the image in the first stage of the Containerfile: Node with its libraries, the
// built site, the sources that run, and the files of installed packages that these load.
import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { bundleCode } from '../../../data/store/files/bundle-code.ts'
import { buildSite } from '../../site/build-site.ts'
import { root } from '../../site/source-files.ts'
import { imageFiles, imageModules, packedPackages } from './image-files.ts'
import { librariesOf, nativeFilesOf } from './libraries.ts'
import { loadedPackages } from './loaded-packages.ts'

const accounts = 'deepledger:x:10001:10001::/data:/sbin/nologin\n'
/** Files that are never loaded: types, maps, tests, sources of native modules, binaries for other systems. */
const isUnused = (path: string): boolean =>
  /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|\/(better-sqlite3\/deps|zod\/src)$/.test(path) ||
  /node_modules\/(@[^/]+\/)?[^/@]+\/(tests?|docs|examples?|bench(marks?)?)$/.test(path) ||
  (/\/prebuilds\/[^/]+$/.test(path) && !path.includes(`/${process.platform}-${process.arch}.`))

const [, , to = '/image'] = process.argv
await buildSite()
for (const path of imageFiles()) cpSync(join(root, path), join(to, 'app', path))
const packages = await loadedPackages(root, { modules: imageModules(), packed: packedPackages })
for (const { folder } of packages)
  cpSync(join(root, folder), join(to, 'app', folder), {
    recursive: true,
    // Packages inside of other packages are in the list themselves.
    filter: (path) => !isUnused(path) && (path === join(root, folder) || basename(path) !== 'node_modules'),
  })
await Promise.all(packedPackages.map(pack))
// The launcher compares the modification time of this file with that of the lock file.
writeFileSync(join(to, 'app/node_modules/.package-lock.json'), '{}\n')
copyPrograms()
for (const folder of ['data', 'tmp']) {
  mkdirSync(join(to, folder), { recursive: true })
  chmodSync(join(to, folder), 0o1777)
}
console.log(`${new Set(packages.map(({ id }) => id)).size} packages in ${to}`)

/** Bundles a package with its dependencies into one file. */
async function pack(name: string): Promise<void> {
  const { pathname } = new URL(import.meta.resolve(name))
  const text = await bundleCode({ entryPoints: [pathname], platform: 'node', format: 'esm' })
  writeFileSync(join(to, 'app', relative(root, pathname)), text)
}

/** Copies Node and `sync`, with which imports flush the file system, and their libraries. */
function copyPrograms(): void {
  const programs = { 'usr/local/bin/node': process.execPath, 'usr/bin/sync': '/usr/bin/sync' }
  const libraries = librariesOf([...Object.values(programs), ...nativeFilesOf(join(to, 'app/node_modules'))])
  const copied = { ...programs, ...Object.fromEntries(libraries.map((library) => [library, library])) }
  for (const [path, from] of Object.entries(copied)) {
    mkdirSync(join(to, dirname(path)), { recursive: true })
    copyFileSync(from, join(to, path))
  }
  mkdirSync(join(to, 'etc'), { recursive: true })
  writeFileSync(join(to, 'etc/passwd'), accounts)
}

// The root file system of the image, assembled in the first stage of the Containerfile: Node with its libraries, the built site, the
// sources that run, and of the installed packages the files that these load.
import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildSite } from '../../site/build-site.ts'
import { root } from '../../site/source-files.ts'
import { librariesOf, nativeFilesOf } from './libraries.ts'
import { loadedPackages } from './loaded-packages.ts'

const app = ['build', 'data', 'dynamic', 'site', 'scripts', 'package.json', 'package-lock.json', '.nvmrc', 'CHANGELOG.md', 'LICENSE'] // prettier-ignore
const accounts = 'deepledger:x:10001:10001::/data:/sbin/nologin\n'
/** Files that are never loaded: types, maps, tests, sources of native modules, binaries for other systems. */
const isUnused = (path: string): boolean =>
  /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|\/(better-sqlite3\/deps|zod\/src)$/.test(path) ||
  /node_modules\/(@[^/]+\/)?[^/@]+\/(tests?|docs|examples?|bench(marks?)?)$/.test(path) ||
  (/\/prebuilds\/[^/]+$/.test(path) && !path.includes(`/${process.platform}-${process.arch}.`))
const isSuite = (path: string): boolean => /\.test\.ts$|\/test$|\/scripts\/bench$/.test(path)

const [, , to = '/image'] = process.argv
await buildSite()
for (const name of app)
  cpSync(join(root, name), join(to, 'app', name), { recursive: true, filter: (path) => !isSuite(path) })
const packages = loadedPackages(root)
for (const name of packages)
  cpSync(join(root, name), join(to, 'app', name), {
    recursive: true,
    // A package that lies in another one is in the list itself.
    filter: (path) => !isUnused(path) && (path === join(root, name) || basename(path) !== 'node_modules'),
  })
// The launcher compares its time with that of the lock file.
writeFileSync(join(to, 'app/node_modules/.package-lock.json'), '{}\n')
copyPrograms()
for (const folder of ['data', 'tmp']) {
  mkdirSync(join(to, folder), { recursive: true })
  chmodSync(join(to, folder), 0o1777)
}
console.log(`${packages.length} packages in ${to}`)

/** Node, and the program by which imports sync the file system. */
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

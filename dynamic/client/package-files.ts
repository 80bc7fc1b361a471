import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Api } from '../../data/api/model/api.ts'
import { runInSlices } from '../../data/api/model/values/steps.ts'
import { bundleCode, portableModule } from '../../data/store/files/bundle-code.ts'
import { typeDeclarations } from './type-declarations.ts'
import { describeApi, type DescribedOperation } from './operations.ts'
import type { Operation } from './runtime/operation.ts'

const project = new URL('../../', import.meta.url)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Generates the files of the npm package, by name. The same API and sources always yield the same texts. */
export async function packageFiles(api: Api): Promise<ReadonlyMap<string, string>> {
  const described = await runInSlices(describeApi(api))
  const manifest = JSON.parse(readFileSync(new URL('package.json', project), 'utf8')) as Manifest
  return new Map([
    ['package.json', packageJson(manifest)],
    ['index.js', await bundle(described.operations)],
    ['index.d.ts', await runInSlices(typeDeclarations(described))],
    ['README.md', readFileSync(new URL('package-readme.md', import.meta.url), 'utf8')],
    ['LICENSE', readFileSync(new URL('LICENSE', project), 'utf8')],
  ])
}

function packageJson({ name, version, license }: Manifest): string {
  const entry = { types: './index.d.ts', default: './index.js' }
  const content = {
    name: `${name}-client`,
    version,
    description: `Client of the ${name} API, made from its table of endpoints`,
    license,
    type: 'module',
    exports: { '.': entry },
    main: entry.default,
    types: entry.types,
    sideEffects: false,
    engines: { node: '>=20' },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Bundles one module for all platforms with `fetch`: browsers, Deno, Node. */
function bundle(operations: readonly DescribedOperation[]): Promise<string> {
  const table = operations.map(({ name, path, result, rowsIn, hasLocale }): Operation => {
    return { name, path, result, rowsIn, hasLocale }
  })
  return bundleCode({
    ...portableModule,
    stdin: {
      contents: `import { clientFactory } from './client-factory.ts'
export { Problem } from './problem.ts'
export const createClient = clientFactory(${JSON.stringify(table)})`,
      resolveDir: fileURLToPath(new URL('runtime', import.meta.url)),
      sourcefile: 'index.ts',
    },
  })
}

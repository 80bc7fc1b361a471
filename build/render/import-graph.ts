import type { Metafile } from 'esbuild'

/**
 * Each module that these import, directly or not, by its path below `root`, with its own imports. Imports of types
 * alone are not in it; packages are named, not entered.
 */
export async function importGraph(entryPoints: readonly string[], root: string): Promise<Metafile['inputs']> {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    entryPoints: [...entryPoints],
    absWorkingDir: root,
    outdir: 'unused',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return metafile.inputs
}

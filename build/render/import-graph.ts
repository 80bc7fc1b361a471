import type { Metafile } from 'esbuild'

/**
 * All modules that the entry points import, directly or indirectly, by their path relative to `root`, each with its
 * imports. Type-only imports are left out; packages are named, but not followed.
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

import { fileURLToPath } from 'node:url'
import { bundleCode, portableModule } from '../../data/store/files/bundle-code.ts'

const entry = fileURLToPath(new URL('../../dynamic/edge.ts', import.meta.url))

/** Bundles the edge function to a single module without imports; the same source always gives the same text. */
export const bundleEdge = (): Promise<string> =>
  bundleCode({ ...portableModule, entryPoints: [entry], minify: true, mainFields: ['module', 'main'] })

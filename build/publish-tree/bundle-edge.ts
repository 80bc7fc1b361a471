import { fileURLToPath } from 'node:url'
import { bundleCode, portableModule } from '../../data/store/files/bundle-code.ts'

const entry = fileURLToPath(new URL('../../dynamic/edge.ts', import.meta.url))

/** The edge function as one module that imports nothing; the same source gives the same text. */
export const bundleEdge = (): Promise<string> =>
  bundleCode({ ...portableModule, entryPoints: [entry], minify: true, mainFields: ['module', 'main'] })

import { setImmediate } from 'node:timers/promises'
import type { BuildOptions } from 'esbuild'

/** The text of one file with all that the code imports, without its licence comments; the same source gives the same text. */
export async function bundleCode(options: BuildOptions): Promise<string> {
  const { build } = await import('esbuild')
  // The bundler's process is started in another turn than its code is loaded: together they block the thread for some 25 ms.
  await setImmediate()
  const { outputFiles } = await build({
    bundle: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** The options of a module that runs wherever there is `fetch`: in browsers, Deno and Node. */
export const portableModule = { format: 'esm', platform: 'neutral', target: 'es2022' } as const

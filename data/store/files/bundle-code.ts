import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BuildOptions } from 'esbuild'

/**
 * The text of one file with all that the code imports, without its licence comments; the same source gives the same
 * text. On a thread of its own: loading the bundler and starting its process would hold the caller's for some 25 ms.
 * Options are data, without plugins.
 */
export async function bundleCode(options: BuildOptions): Promise<string> {
  const thread = new Worker(new URL('./bundle-code-thread.ts', import.meta.url), { workerData: options })
  const [text] = (await once(thread, 'message')) as [string]
  // It ends by itself; nobody has to wait for that.
  thread.unref()
  return text
}

/** The options of a module that runs wherever there is `fetch`: in browsers, Deno and Node. */
export const portableModule = { format: 'esm', platform: 'neutral', target: 'es2022' } as const

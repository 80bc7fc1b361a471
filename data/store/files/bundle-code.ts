import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BuildOptions } from 'esbuild'

/**
 * Bundles code with everything that it imports, without licence comments, and returns the text. Equal sources give equal
 * texts. Runs on a thread of its own, because loading the bundler and starting its process would block the caller's for
 * some 25 ms. So options cannot have plugins.
 */
export async function bundleCode(options: BuildOptions): Promise<string> {
  const thread = new Worker(new URL('./bundle-code-thread.ts', import.meta.url), { workerData: options })
  const [text] = (await once(thread, 'message')) as [string]
  // The thread ends by itself and must not keep the process alive.
  thread.unref()
  return text
}

/** Options for a module that runs in browsers, Deno and Node. */
export const portableModule = { format: 'esm', platform: 'neutral', target: 'es2022' } as const

import cliProgress from 'cli-progress'
import type { ImportAndRenderOptions } from '../../build/import-and-render.ts'

export interface Progress {
  /** `total` may grow while work goes on. */
  update(label: string, done: number, total: number): void
  stop(): void
}

/** A bar on a terminal; elsewhere a plain line whenever the label changes. On stderr, so that stdout stays for results. */
export function createProgress(title: string): Progress {
  if (!process.stderr.isTTY) return plainLines(title)
  const bar = new cliProgress.SingleBar(
    { format: `${title} {bar} {percentage}% | {label}`, hideCursor: true, clearOnComplete: true, gracefulExit: true },
    cliProgress.Presets.shades_classic,
  )
  let started = false
  return {
    update(label, done, total) {
      if (!started) bar.start(total, 0, { label })
      started = true
      bar.setTotal(total)
      bar.update(done, { label })
    },
    stop: () => bar.stop(),
  }
}

function plainLines(title: string): Progress {
  let last = ''
  return {
    update(label) {
      if (label !== last) console.error(`${title} ${label}`)
      last = label
    },
    stop: () => undefined,
  }
}

/** Runs an import or a render with its progress shown. */
export async function withProgress<T>(
  work: (callbacks: Pick<ImportAndRenderOptions, 'onImport' | 'onRender'>) => Promise<T>,
): Promise<T> {
  const importing = createProgress('Importing')
  const rendering = createProgress('Rendering')
  try {
    return await work({
      onImport: ({ file, doneBytes, totalBytes }) => importing.update(file, doneBytes, totalBytes),
      onRender({ patch, doneFiles, totalFiles }) {
        importing.stop()
        rendering.update(patch ? `${patch.version} (${patch.branch})` : 'patches', doneFiles, totalFiles)
      },
    })
  } finally {
    importing.stop()
    rendering.stop()
  }
}

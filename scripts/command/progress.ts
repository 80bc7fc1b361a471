import type { ImportAndRenderOptions } from '../../build/import-and-render.ts'
import { progressBar, type Progress } from './progress-bar.ts'

/**
 * Creates a progress bar on a terminal, or else plain lines whenever the label changes. It uses stderr, because stdout
 * is for results.
 */
export function createProgress(title: string): Progress {
  return process.stderr.isTTY ? progressBar(title, process.stderr) : plainLines(title)
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

/** Runs an import or a render and shows its progress. */
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

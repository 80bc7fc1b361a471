import type { ImportAndRenderOptions } from '../../build/import-and-render.ts'
import { progressBar, type Progress } from './progress-bar.ts'

/** A bar on a terminal; elsewhere a plain line whenever the label changes. On stderr, so that stdout stays for results. */
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

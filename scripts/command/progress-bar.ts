const width = 40
/** Minimum time between two updates of the bar. */
const pauseMilliseconds = 100
const clearedLine = '\r\u001b[K'

export interface Progress {
  /** Reports progress. `total` may grow during the work. */
  update(label: string, done: number, total: number): void
  /** Removes the progress from the terminal. */
  stop(): void
}

/** Creates a bar in one line of a terminal, never longer than its width. */
export function progressBar(title: string, terminal: Pick<NodeJS.WriteStream, 'write' | 'columns'>): Progress {
  let drawnAt = -Infinity
  return {
    update(label, done, total) {
      if (performance.now() - drawnAt < pauseMilliseconds) return
      drawnAt = performance.now()
      const share = total > 0 ? Math.min(1, done / total) : 0
      const filled = Math.round(share * width)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      const line = `${title} ${bar} ${Math.floor(share * 100)}% | ${label}`
      terminal.write(clearedLine + line.slice(0, (terminal.columns || 80) - 1))
    },
    stop() {
      if (drawnAt > -Infinity) terminal.write(clearedLine)
      drawnAt = -Infinity
    },
  }
}

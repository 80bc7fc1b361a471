const width = 40
/** Drawn ten times a second at most. */
const pauseMilliseconds = 100
const clearedLine = '\r\u001b[K'

export interface Progress {
  /** `total` may grow while work goes on. */
  update(label: string, done: number, total: number): void
  /** Removes what a terminal shows of it. */
  stop(): void
}

/** A bar in one line of a terminal, which is never longer than the terminal is wide. */
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

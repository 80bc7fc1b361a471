/** Runs tasks one after the other, in the order in which they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()
  readonly #repeated = new Set<() => Promise<boolean>>()

  /** Adds a task. Settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task)
    this.#last = done.catch(() => undefined)
    return done
  }

  /**
   * Runs a step until it resolves to false. Tasks that were added meanwhile run before the next repetition. Resolves at once
   * if the step is being repeated already. Rejects if the step does.
   */
  async repeat(step: () => Promise<boolean>): Promise<void> {
    if (this.#repeated.has(step)) return
    this.#repeated.add(step)
    try {
      while (await this.run(step)) await this.#last
    } finally {
      this.#repeated.delete(step)
    }
  }
}

/** Runs tasks one after the other, in the order in which they come. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()
  readonly #repeated = new Set<() => Promise<boolean>>()

  /** Settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task)
    this.#last = done.catch(() => undefined)
    return done
  }

  /**
   * Runs a step until it resolves to false; tasks that come meanwhile are run before its next time. Returns at once
   * where the step is being repeated already. Rejects if the step does.
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

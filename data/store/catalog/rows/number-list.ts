/** A growing list of integers from 0 to 2^32 - 1, with four bytes each. */
export class NumberList {
  #numbers = new Uint32Array(1024)
  length = 0

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const more = new Uint32Array(2 * this.length)
      more.set(this.#numbers)
      this.#numbers = more
    }
    this.#numbers[this.length] = number
    this.length += 1
  }

  /** All numbers; valid until another one is added. */
  all(): Uint32Array {
    return this.#numbers.subarray(0, this.length)
  }
}

/** Numbers from 0 to 2^32 - 1 that are added one by one, four bytes each. */
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

  /** Valid until another one is added. */
  all(): Uint32Array {
    return this.#numbers.subarray(0, this.length)
  }
}

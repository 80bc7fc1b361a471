import { byteOrderKey } from '../../../../../api/model/values/byte-order.ts'

/** The bytewise order of a column's distinct texts. New texts are merged into it; texts cannot be removed. */
export class TextRanks {
  /** The texts in order, in the form in which they are compared. */
  #sorted: readonly { readonly text: string; readonly code: number }[] = []
  #ranked: readonly string[] = []
  #ranks = new Float64Array(1)

  /**
   * The rank of each text by its code, which is 1 or more; code 0, for no text, has the rank NaN. The texts in `ranked`
   * come first, in their order, with ranks below 0.
   */
  byCode(codeOf: ReadonlyMap<string, number>, ranked: readonly string[] = []): Float64Array {
    const isSame = this.#sorted.length === codeOf.size && this.#ranked.join('\n') === ranked.join('\n')
    if (isSame && this.#ranks.length > 1) return this.#ranks
    this.#merge([...codeOf].slice(this.#sorted.length))
    this.#ranked = ranked
    const last = this.#sorted.reduce((greatest, { code }) => Math.max(greatest, code), 0)
    this.#ranks = new Float64Array(last + 1).fill(NaN)
    for (const [rank, { code }] of this.#sorted.entries()) this.#ranks[code] = rank
    for (const [at, text] of ranked.entries()) this.#ranks[codeOf.get(text) ?? 0] = at - ranked.length
    this.#ranks[0] = NaN
    return this.#ranks
  }

  /**
   * The rank of a text as of the last call of `byCode`. One that the column lacks is halfway between its neighbours.
   */
  rankOf(text: string): number {
    const at = this.#ranked.indexOf(text)
    if (at !== -1) return at - this.#ranked.length
    const wanted = byteOrderKey(text)
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sorted[middle]?.text ?? '') < wanted) low = middle + 1
      else high = middle
    }
    return this.#sorted[low]?.text === wanted ? low : low - 0.5
  }

  #merge(added: readonly (readonly [text: string, code: number])[]): void {
    const fresh = added.map(([text, code]) => ({ text: byteOrderKey(text), code }))
    fresh.sort((a, b) => (a.text < b.text ? -1 : 1))
    const merged = []
    let from = 0
    for (const known of this.#sorted) {
      for (let next = fresh[from]; next && next.text < known.text; next = fresh[from]) {
        merged.push(next)
        from += 1
      }
      merged.push(known)
    }
    this.#sorted = [...merged, ...fresh.slice(from)]
  }
}

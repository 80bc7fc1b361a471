declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> })
    /** Nothing when none of `available` is acceptable; `preferred` decides among equals. */
    encoding(available: readonly string[], options?: { preferred?: readonly string[] }): string | undefined
  }
}

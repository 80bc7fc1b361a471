import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../../data/api/model/values/errors.ts'
import { whenClosed } from '../http/when-closed.ts'
import { clientNetwork } from './client-address.ts'

export interface ConnectionLimits {
  /** Limit for each client network: an IPv4 address, or an IPv6 /64. */
  readonly perAddress: number
  readonly total: number
}

interface OpenConnectionsOptions {
  readonly limits: ConnectionLimits
  readonly trustProxy: number
  /** Plural of what is counted, for messages: `streams`. */
  readonly noun: string
}

/** Limits long-running responses, so that slow clients cannot exhaust the service. */
export class OpenConnections {
  readonly #options: OpenConnectionsOptions
  readonly #perNetwork = new Map<string, number>()
  #count = 0

  constructor(options: OpenConnectionsOptions) {
    this.#options = options
  }

  /** Number of responses that are open. */
  get count(): number {
    return this.#count
  }

  /**
   * Counts a response until it is sent or its connection is closed. Throws `rate_limited` or `unavailable` beyond the
   * limits.
   */
  take({ req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse }): void {
    const { limits, trustProxy, noun } = this.#options
    const network = clientNetwork(req, trustProxy)
    const open = this.#perNetwork.get(network) ?? 0
    const wait = { headers: { 'retry-after': '60' } }
    if (open >= limits.perAddress)
      throw new Problem('rate_limited', `An address may have ${limits.perAddress} ${noun} open: close one first.`, wait)
    if (this.#count >= limits.total)
      throw new Problem('unavailable', `No further ${noun} can be opened here now: try again in a while.`, wait)
    this.#count += 1
    this.#perNetwork.set(network, open + 1)
    whenClosed(res, () => {
      this.#count -= 1
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#perNetwork.set(network, left)
      else this.#perNetwork.delete(network)
    })
  }
}

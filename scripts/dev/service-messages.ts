/** What the process of the service sends to its parent when it is ready. */
export interface ServiceReady {
  readonly url: string
}

import type { Endpoint } from './endpoint.ts'
import type { Resource } from './resource.ts'

/** The endpoint that a path belongs to; `path` has its decoded parameters. */
export interface Match {
  readonly endpoint: Endpoint
  readonly path: Readonly<Record<string, string>>
  readonly isLegacy: boolean
}

/** The whole API: its resources, its endpoints, and which endpoint a path belongs to. */
export interface Api {
  readonly resources: ReadonlyMap<string, Resource>
  readonly endpoints: readonly Endpoint[]
  /** Returns the endpoint for the decoded segments of a path; undefined if there is none. */
  match(segments: readonly string[]): Match | undefined
}

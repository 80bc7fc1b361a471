import type { Endpoint } from './endpoint.ts'
import type { Resource } from './resource.ts'

export interface Match {
  readonly endpoint: Endpoint
  readonly path: Readonly<Record<string, string>>
  readonly legacy: boolean
}

/** The whole API: its resources, its endpoints, and which endpoint a path belongs to. */
export interface Api {
  readonly resources: ReadonlyMap<string, Resource>
  readonly endpoints: readonly Endpoint[]
  match(segments: readonly string[]): Match | undefined
}

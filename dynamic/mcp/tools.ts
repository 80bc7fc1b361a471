import type { Api } from '../../data/api/model/api.ts'
import type { Endpoint } from '../../data/api/model/endpoint.ts'
import { toolList, type RouteDeclaration, type ToolDeclaration } from './tool-list.ts'

/** A declared route with the endpoints that the API has for it. */
export interface ToolRoute extends RouteDeclaration {
  /** Endpoints by resource; the only endpoint of a route without `*` has the empty name. */
  readonly endpoints: ReadonlyMap<string, Endpoint>
}

export interface ApiTool extends ToolDeclaration {
  readonly routes: readonly ToolRoute[]
}

/** Returns the tools that have at least one endpoint in an API. */
export const toolsOf = (api: Api): readonly ApiTool[] =>
  toolList
    .map((tool) => ({ ...tool, routes: tool.routes.map((route) => bind(api, route)).filter(hasEndpoints) }))
    .filter(({ routes }) => routes.length > 0)

/** Whether the argument `resource` selects the endpoint of a route. */
export const isByResource = ({ endpoint }: RouteDeclaration): boolean => endpoint.startsWith('*.')

/** Returns the names of the parameters in an endpoint's path. */
export const pathNames = ({ path }: Endpoint): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const hasEndpoints = ({ endpoints }: ToolRoute): boolean => endpoints.size > 0

function bind(api: Api, route: RouteDeclaration): ToolRoute {
  const inPath = route.pathArgument === undefined ? 0 : 1
  const endpoints = api.endpoints
    .filter((endpoint) => endpoint.kind !== 'asset' && pathNames(endpoint).length === inPath)
    .flatMap((endpoint): [string, Endpoint][] => {
      if (!isByResource(route)) return endpoint.id === route.endpoint ? [['', endpoint]] : []
      const ending = route.endpoint.slice(1)
      return endpoint.id.endsWith(ending) ? [[endpoint.id.slice(0, -ending.length), endpoint]] : []
    })
  return { ...route, endpoints: new Map(endpoints) }
}

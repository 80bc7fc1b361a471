import type { Api, Match } from './model/api.ts'
import type { Endpoint } from './model/endpoint.ts'
import { endpointsOf } from './resource-endpoints.ts'
import type { Resource } from './model/resource.ts'

interface Node {
  readonly literals: Map<string, Node>
  param?: { readonly name: string; readonly node: Node }
  endpoint?: Endpoint
}

const emptyNode = (): Node => ({ literals: new Map() })

/**
 * Makes an API of resources, whose endpoints follow from them, and of endpoints declared by hand. Throws if two resources
 * have the same name or two endpoints the same path.
 */
export function defineApi(declarations: readonly (Resource | Endpoint)[]): Api {
  const resources = new Map<string, Resource>()
  const endpoints: Endpoint[] = []
  for (const declaration of declarations) {
    if (!('columns' in declaration)) {
      endpoints.push(declaration)
      continue
    }
    if (resources.has(declaration.name)) throw new Error(`Two resources are called ${declaration.name}`)
    resources.set(declaration.name, declaration)
    endpoints.push(...endpointsOf(declaration))
  }
  const root = emptyNode()
  for (const endpoint of endpoints) insert(root, endpoint)
  return { resources, endpoints, match: (segments) => find(root, segments) }
}

function insert(root: Node, endpoint: Endpoint): void {
  let node = root
  for (const segment of endpoint.path.slice(1).split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    node = name ? paramOf(node, name) : literalOf(node, segment)
  }
  if (node.endpoint) throw new Error(`${endpoint.id} and ${node.endpoint.id} have the same path ${endpoint.path}`)
  node.endpoint = endpoint
}

function literalOf(node: Node, segment: string): Node {
  const next = node.literals.get(segment) ?? emptyNode()
  node.literals.set(segment, next)
  return next
}

function paramOf(node: Node, name: string): Node {
  node.param ??= { name, node: emptyNode() }
  return node.param.node
}

/** A literal segment takes precedence over a parameter; `/v1` is an alias of `/v2` unless it has a path of its own. */
function find(root: Node, segments: readonly string[]): Match | undefined {
  const own = walk(root, segments)
  if (own || segments[0] !== 'v1') return own
  const successor = walk(root, ['v2', ...segments.slice(1)])
  return successor && { ...successor, isLegacy: true }
}

function walk(root: Node, segments: readonly string[]): Match | undefined {
  const path: Record<string, string> = {}
  let node = root
  for (const segment of segments) {
    const literal = node.literals.get(segment)
    if (literal) node = literal
    else if (node.param && segment !== '') {
      path[node.param.name] = segment
      node = node.param.node
    } else return undefined
  }
  return node.endpoint && { endpoint: node.endpoint, path, isLegacy: false }
}

/** A request that a tool can make. */
export interface RouteDeclaration {
  /** Id of the endpoint; `*` is replaced by the argument `resource`. */
  readonly endpoint: string
  /** Requested only if one of these arguments is given; always by default. */
  readonly whenGiven?: readonly string[]
  /** Not requested if one of these arguments is given. */
  readonly unlessGiven?: readonly string[]
  /** The parameter as which an argument is sent, by argument, unless that parameter is given too. */
  readonly standsFor?: Readonly<Record<string, string>>
  /** Name of the argument for the parameter in the endpoint's path. */
  readonly pathArgument?: string
  /** Default of that argument; without it the argument is required. */
  readonly pathDefault?: string
  /** Description of that argument; by default that of the path parameter. */
  readonly pathSummary?: string
}

/** A tool of `/mcp`. */
export interface ToolDeclaration {
  readonly name: string
  readonly title: string
  readonly description: string
  /**
   * The first route whose conditions hold is requested. Routes to endpoints that the API does not have are left out.
   */
  readonly routes: readonly RouteDeclaration[]
}

const rowId = 'Id of the row, such as `id.item.<slug>`, or its raw upstream key.'

/** Every tool. All arguments but `resource` and those of paths are query parameters of the endpoints. */
export const toolList: readonly ToolDeclaration[] = [
  {
    name: 'search',
    title: 'Search by name',
    description:
      'Finds things of any resource by their names, in any language, with typos and former names. Returns their resource (`kind`) and id, which the other tools take.',
    routes: [{ endpoint: 'search' }],
  },
  {
    name: 'get',
    title: 'Get one row',
    description:
      'One row of a resource by its id, at the current patch or at an older one: an item, a monster, a quest with its objectives and rewards, a loot table with its entries.',
    routes: [{ endpoint: '*.single', pathArgument: 'id', pathSummary: rowId }],
  },
  {
    name: 'list',
    title: 'List rows',
    description:
      'Rows of a resource, filtered, page by page. Filters are those of the resource, as their descriptions say. For the next page pass `cursor` with the `next` of this one, or `page`. Market listings and trades are live.',
    routes: [{ endpoint: '*.list' }],
  },
  {
    name: 'changes',
    title: 'What changed between patches',
    description:
      'What `patch`, by default the current one, changed against its parent: `summary` counts the rows, which follow page by page, filtered by `resource`, `change`, `name` or `class`. With `from` or `to`: the same between any two patches. With `resource` and `id`: in which patches a row was added, changed (field by field) or removed. With `branch`, without an `id` and without filters: everything that a patch of that branch changed, on one page, which is long.',
    routes: [
      {
        endpoint: '*.history',
        pathArgument: 'id',
        pathSummary: rowId,
        whenGiven: ['id'],
        unlessGiven: ['from', 'to', 'cursor'],
      },
      { endpoint: 'patches.diff', unlessGiven: ['branch'], standsFor: { patch: 'to' } },
      { endpoint: 'patches.changelog', pathArgument: 'patch', pathDefault: 'current' },
    ],
  },
  {
    name: 'prices',
    title: 'Price history',
    description:
      'What an item, or an archetype with all its rarities, was listed for on the market: average, median, least and greatest unit price in gold and volume, by interval.',
    routes: [{ endpoint: 'market.price-history', pathArgument: 'item_id' }],
  },
]

/** The instructions that assistants get for all tools. */
export const instructions =
  'Game data of every patch and live market data, read-only. Find ids with `search` or `list`, then use `get`, `changes` or `prices`. ' +
  'Classes, perks, spells, skills, religions, merchants and quests take `at_patch` (a version) and `branch`; all others take `patch` (an id or version). ' +
  'A call that cannot be answered says which argument is wrong and what is allowed. Each call counts as one request of the caller.'

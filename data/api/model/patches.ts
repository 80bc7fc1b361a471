import { invalidParameters, Problem } from './values/errors.ts'
import { nearest } from './values/params.ts'

/** A row of `/v2/patches`. Instants are ISO 8601 in UTC. */
export interface Patch {
  readonly id: number
  readonly branch: string
  readonly version: string
  readonly version_raw: string
  readonly display_name: string
  readonly released_at: string | null
  readonly imported_at: string
  readonly parent_patch_id: number | null
  readonly changelog_url: string | null
  readonly notes: string | null
  readonly is_current: boolean
}

export const mainBranch = 'main'

/** Parses a patch id in its canonical spelling; undefined for any other text, such as a version. */
export const parsePatchId = (given: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined

/** Patches with this version, followed by those with this raw version, which need not be unique on a branch. */
const withVersion = (patches: readonly Patch[], version: string): Patch[] => [
  ...patches.filter((patch) => patch.version === version),
  ...patches.filter((patch) => patch.version !== version && patch.version_raw === version),
]

/** All patches. Only this class resolves which of them a request refers to. */
export class PatchIndex {
  readonly all: readonly Patch[]
  readonly #byId: ReadonlyMap<number, Patch>

  constructor(all: readonly Patch[]) {
    this.all = all
    this.#byId = new Map(all.map((patch) => [patch.id, patch]))
  }

  byId(id: number | undefined): Patch | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  /** The patch imported last on a branch. */
  current(branch: string = mainBranch): Patch | undefined {
    return this.all.findLast((patch) => patch.branch === branch)
  }

  /** The patch and its parents, newest first, across branches. */
  *chain(patch: Patch | undefined): Generator<Patch> {
    for (let at = patch; at; at = at.parent_patch_id === null ? undefined : this.byId(at.parent_patch_id)) yield at
  }

  /**
   * Resolves the parameter `patch`: an id, a version, a raw version or `current`. A version is looked up on main, else on
   * the only branch that has it. Throws `unknown_patch`, or `invalid_parameter` if several branches have it.
   */
  resolve(given: string | undefined, parameter = 'patch'): Patch {
    if (given === undefined || given === 'current') return this.currentOf(mainBranch)
    const byId = this.byId(parsePatchId(given))
    if (byId) return byId
    const found = withVersion(this.all, given)
    const onMain = found.find((patch) => patch.branch === mainBranch)
    const one = onMain ?? found[0]
    if (!one) throw this.#unknown(`No patch has the id or version ${JSON.stringify(given)}.`, given, this.all)
    if (!onMain && found.some(({ branch }) => branch !== one.branch)) {
      const allowed = found.map((patch) => String(patch.id))
      const message = `names patches of several branches: use an id (${found.map((patch) => `${patch.id} on ${patch.branch}`).join(', ')})`
      throw invalidParameters([{ parameter, message, allowed }])
    }
    return one
  }

  /**
   * Resolves what `resolve` accepts, and `<branch>/<version>` or `<branch>/current`; names of branches may contain
   * slashes, and the longest match counts. Throws what `resolve` throws.
   */
  resolveAnywhere(given: string, parameter: string): Patch {
    const slashes = [...given.matchAll(/\//g)].map(({ index }) => index)
    const at = slashes.findLast((place) => this.current(given.slice(0, place)) !== undefined)
    if (at === undefined) return this.resolve(given, parameter)
    const version = given.slice(at + 1)
    return this.resolveOn(given.slice(0, at), version === 'current' ? undefined : version)
  }

  /**
   * Resolves `at_patch` and `branch`: a version on the branch or among the ancestors of its head; without a version the
   * head. Throws `unknown_patch`.
   */
  resolveOn(branch: string, version: string | undefined): Patch {
    const head = this.currentOf(branch)
    if (version === undefined) return head
    const onBranch = this.all.filter((patch) => patch.branch === branch)
    const found = withVersion(onBranch, version)[0] ?? withVersion([...this.chain(head)], version)[0]
    if (found) return found
    const detail = `No patch of the branch ${branch} has the version ${JSON.stringify(version)}.`
    const elsewhere = [...new Set(withVersion(this.all, version).map((patch) => patch.branch))]
    if (elsewhere.length === 0) throw this.#unknown(detail, version, onBranch)
    const queries = elsewhere.map((other) => `?branch=${encodeURIComponent(other)}`)
    throw unknownPatch(`${detail} It is on another branch: ${queries.join(' or ')}.`)
  }

  /** The patch imported last on a branch. Throws `unknown_patch` if there is none. */
  currentOf(branch: string): Patch {
    const current = this.current(branch)
    if (current) return current
    const near = nearest(branch, [...new Set(this.all.map((patch) => patch.branch))])
    throw unknownPatch(`The branch ${JSON.stringify(branch)} has no patches.`, near)
  }

  #unknown(detail: string, given: string, among: readonly Patch[]): Problem {
    return unknownPatch(detail, nearest(given, [...new Set(among.flatMap((one) => [one.version, one.version_raw]))]))
  }
}

function unknownPatch(detail: string, near?: string): Problem {
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  const help = '/v2/patches lists them.'
  return new Problem('unknown_patch', `${detail}${meant} ${help}`, near === undefined ? {} : { didYouMean: near })
}

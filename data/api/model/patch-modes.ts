import { text } from './values/codecs.ts'
import type { Params, Values } from './values/params.ts'
import { invalidParameters } from './values/errors.ts'
import { mainBranch, type Patch, type PatchIndex } from './patches.ts'

/** How an endpoint's parameters select a patch. */
export interface PatchMode {
  readonly name: 'byPatch' | 'atPatch' | 'byPatchOrBranch' | 'unscoped'
  readonly params: Params
  /** Parameters of other modes, each with the one to use here instead. */
  readonly hints: Readonly<Record<string, string>>
  /** Returns the selected patch; undefined if rows belong to no patch. Throws `unknown_patch` and `invalid_parameter`. */
  resolve(values: Values, patches: PatchIndex): Patch | undefined
  /** Returns the canonical parameters that select this patch. */
  readonly pin: (patch: Patch) => Record<string, string>
  /** Whether the URL itself names the patch's id, so that its answer may be cached as long as the patch exists. */
  readonly isPinned: (values: Values, patch: Patch) => boolean
  /** In modes that select several patches, replaces their names in the values by ids. Throws what `resolve` throws. */
  canonical?(values: Values, patches: PatchIndex): Values
  /** The column that says which patch a row belongs to. */
  readonly column?: 'patch_id' | 'patch_version'
}

const asText = (value: unknown) => (value === undefined ? undefined : String(value))

/** Flat catalogs: `patch` is an id, a version or `current`. */
export const byPatch: PatchMode = {
  name: 'byPatch',
  column: 'patch_id',
  params: {
    patch: {
      codec: text(),
      summary: 'Patch id, version, raw version or `current`; the current patch of main by default.',
    },
  },
  hints: { at_patch: 'patch', branch: 'patch' },
  resolve: (values, patches) => patches.resolve(asText(values.patch)),
  pin: (patch) => ({ patch: String(patch.id) }),
  isPinned: (values, patch) => values.patch === String(patch.id),
}

/** Versioned catalogs: `at_patch` is a version on `branch`. */
export const atPatch: PatchMode = {
  name: 'atPatch',
  column: 'patch_version',
  params: {
    at_patch: { codec: text(), summary: 'Patch version to read at; the latest of the branch by default.' },
    branch: { codec: text(), default: mainBranch, summary: 'Branch to read on.' },
  },
  hints: { patch: 'at_patch' },
  resolve: (values, patches) => patches.resolveOn(String(values.branch), asText(values.at_patch)),
  pin: (patch) => ({
    at_patch: patch.version,
    ...(patch.branch !== mainBranch && { branch: patch.branch }),
  }),
  isPinned: () => false,
}

/** Endpoints that cover both kinds of catalogs: `patch`, or `at_patch` on `branch`. */
export const byPatchOrBranch: PatchMode = {
  name: 'byPatchOrBranch',
  column: 'patch_id',
  params: {
    ...byPatch.params,
    at_patch: { codec: text(), summary: 'Patch version to read at, on `branch`; not together with `patch`.' },
    branch: { codec: text(), summary: 'Branch to read on, main by default; not together with `patch`.' },
  },
  hints: {},
  resolve(values, patches) {
    const { patch, at_patch, branch } = values
    if (patch === undefined && at_patch === undefined && branch === undefined) return patches.resolve(undefined)
    if (patch === undefined) return patches.resolveOn(asText(branch) ?? mainBranch, asText(at_patch))
    const others = ['at_patch', 'branch'].filter((name) => values[name] !== undefined)
    if (others.length > 0)
      throw invalidParameters(
        others.map((parameter) => ({ parameter, message: 'goes without `patch`, which names a patch by itself' })),
      )
    return patches.resolve(asText(patch))
  },
  pin: byPatch.pin,
  isPinned: byPatch.isPinned,
}

/** Rows that belong to no patch: the patches themselves, live data. */
export const unscoped: PatchMode = {
  name: 'unscoped',
  params: {},
  hints: {},
  resolve: () => undefined,
  pin: () => ({}),
  isPinned: () => false,
}

/** A branch rather than a single patch. */
export const byBranch: PatchMode = {
  ...unscoped,
  params: { branch: { codec: text(), default: mainBranch, summary: 'Branch to look on.' } },
  hints: { patch: 'branch', at_patch: 'branch' },
}

const anyPatch = 'a patch id, a version, `<branch>/<version>` or `current`'

/** Two patches to compare, of any branches. */
export const betweenPatches: PatchMode = {
  ...unscoped,
  params: {
    from: { codec: text(), default: 'parent', summary: `What is compared with: ${anyPatch}, or \`parent\` of \`to\`.` },
    to: { codec: text(), default: 'current', summary: `What is compared: ${anyPatch} of main.` },
  },
  hints: { patch: 'to', at_patch: 'to', branch: 'to' },
  canonical(values, patches) {
    const to = patches.resolveAnywhere(String(values.to), 'to')
    const from = values.from === 'parent' ? to.parent_patch_id : patches.resolveAnywhere(String(values.from), 'from').id
    if (from === null) {
      const message = `is the parent by default, and patch ${to.version} has none: name a patch`
      throw invalidParameters([{ parameter: 'from', message }])
    }
    return { ...values, from: String(from), to: String(to.id) }
  },
}

import { text } from './codecs.ts'
import type { Params, Values } from './params.ts'
import { mainBranch, type Patch, type PatchIndex } from './patches.ts'

/** How an endpoint travels through patches (spec 9.2, clauses 1 to 4). */
export interface PatchMode {
  readonly name: 'byPatch' | 'atPatch' | 'unscoped'
  readonly params: Params
  /** Parameters of the other mode, and the one to use here instead (clause 3). */
  readonly hints: Readonly<Record<string, string>>
  /** The patch that is meant; nothing where the rows belong to no patch. Throws `unknown_patch`. */
  resolve(values: Values, patches: PatchIndex): Patch | undefined
  /** The canonical parameters that name just this patch. */
  pin(patch: Patch): Record<string, string>
  /** True when the URL itself names a patch id, so that its answer is as lasting as the patch. */
  isPinned(values: Values, patch: Patch): boolean
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

/** Versioned catalogs: `at_patch` is a version, read on `branch`. */
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

/** Not one patch but a branch of them. */
export const byBranch: PatchMode = {
  name: 'unscoped',
  params: { branch: { codec: text(), default: mainBranch, summary: 'Branch to look on.' } },
  hints: { patch: 'branch', at_patch: 'branch' },
  resolve: () => undefined,
  pin: () => ({}),
  isPinned: () => false,
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

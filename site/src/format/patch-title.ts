import { mainBranch, type Patch } from '../../../data/api/model/patches.ts'

/** The title of a patch in lists: its name, version and, except for main, branch. */
export const patchTitle = ({ display_name, version, branch }: Patch): string =>
  `${display_name} ${version}${branch === mainBranch ? '' : ` (${branch})`}`

export type NamedPatch = readonly [id: number, title: string, isCurrent: 0 | 1]

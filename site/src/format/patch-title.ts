import { mainBranch, type Patch } from '../../../data/api/model/patches.ts'

/** What people call a patch in a list of them. */
export const patchTitle = ({ display_name, version, branch }: Patch): string =>
  `${display_name} ${version}${branch === mainBranch ? '' : ` (${branch})`}`

export type NamedPatch = readonly [id: number, title: string, isCurrent: 0 | 1]

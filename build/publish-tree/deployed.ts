import { statSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { readDerivedJson } from '../../data/store/files/read-file.ts'
import { compareListings, publicFolder, type PublishedRelease } from './publish-tree.ts'
import { readCurrent, type Listing } from './release.ts'

/** The release that was deployed last, and so the one that the CDN has. */
interface DeployedRelease {
  readonly hash: string
  readonly listing: Listing
}

/** What a deploy of the current release would upload to the CDN. */
export interface DeployPlan extends Pick<PublishedRelease, 'hash' | 'added' | 'changed' | 'removed'> {
  /** Hash of the release that was deployed last; undefined if this is the first deploy. */
  readonly last: string | undefined
  readonly files: number
  readonly bytes: number
  /** Files to upload: the CDN identifies files by content and stores each content once. */
  readonly uploads: { readonly files: number; readonly bytes: number }
}

const deployedFile = 'deployed.json'

const readDeployed = (to: string): DeployedRelease | undefined =>
  readDerivedJson(join(to, deployedFile)) as DeployedRelease | undefined

/** Records that a release was deployed. */
export function writeDeployed(to: string, { hash, listing }: DeployedRelease): void {
  writeFileAtomic.sync(join(to, deployedFile), JSON.stringify({ hash, listing }))
}

/** Compares the current release of a publish folder with the one that was deployed last. Throws if there is no release. */
export function planDeploy(to: string, hash: string): DeployPlan & { readonly listing: Listing } {
  const current = readCurrent(to)
  if (!current) throw new Error(`${to} has no release: run \`npm run publish:tree\` first.`)
  const { folder, listing } = current
  const last = readDeployed(to)
  const sizeOf = (name: string) => statSync(join(folder, name)).size
  const known = new Set(Object.values(last?.listing ?? {}))
  const fresh = new Map<string, number>()
  let bytes = 0
  for (const [name, digest] of Object.entries(listing)) {
    const size = sizeOf(name)
    bytes += size
    if (name.startsWith(`${publicFolder}/`) && !known.has(digest)) fresh.set(digest, size)
  }
  const uploads = { files: fresh.size, bytes: [...fresh.values()].reduce((sum, size) => sum + size, 0) }
  const files = Object.keys(listing).length
  return { hash, last: last?.hash, files, bytes, uploads, listing, ...compareListings(last?.listing ?? {}, listing) }
}

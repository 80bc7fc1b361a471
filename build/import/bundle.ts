import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { extract, list } from 'tar'
import type { Api } from '../../data/api/model/api.ts'
import { locales } from '../../data/api/model/values/locales.ts'
import { isImported } from '../../data/api/model/resource.ts'
import { isDiskFull } from '../../data/store/files/disk-full.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { fileBlocks } from './file-blocks.ts'

/** A bundle on disk. Names of files are relative to its folder. */
export interface Bundle {
  readonly folder: string
  /** Names of plain files, sorted, and their sizes in bytes. */
  readonly files: ReadonlyMap<string, number>
  /** Names of links and devices, which are never followed. */
  readonly others: readonly string[]
  /** Removes what was unpacked. */
  close(): void
}

/** The path of a bundle does not exist, or is neither a folder nor an archive. */
export class NoBundleError extends Error {
  override name = 'NoBundleError'
}

/** An archive that cannot be unpacked. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

const maxArchiveBytes = 8 * 1024 ** 3
/** Each picture and model of a bundle is a file: some 40,000 in a world of 20,000 items. */
const maxArchiveEntries = 100_000
const maxArchiveDepth = 16

/** Opens a folder, or a `.tar.gz` of one, which is unpacked below `tempDir` until `close`. Throws `NoBundleError` and `ArchiveError`. */
export async function openBundle(path: string, tempDir: string): Promise<Bundle> {
  if (!existsSync(path)) throw new NoBundleError(`There is no bundle at ${path}: give a folder or a .tar.gz of one.`)
  if (statSync(path).isDirectory()) return { folder: path, ...listFiles(path), close: () => undefined }
  if (!/\.(tar\.gz|tgz)$/.test(path)) throw new NoBundleError(`${path} is neither a folder nor a .tar.gz of one.`)
  const unpacked = mkdtempSync(join(tempDir, 'bundle-'))
  const close = () => rmSync(unpacked, { recursive: true, force: true })
  try {
    await unpack(path, unpacked)
    const folder = existsSync(join(unpacked, 'patch.json')) ? unpacked : onlyFolderIn(unpacked)
    return { folder, ...listFiles(folder), close }
  } catch (error) {
    close()
    throw error
  }
}

async function unpack(archive: string, folder: string): Promise<void> {
  try {
    const refusal = await rejectionReason(archive)
    if (refusal) throw new Error(refusal)
    await extract({ file: archive, cwd: folder, strict: true })
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw new ArchiveError(
      `${archive} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
      {
        cause: error,
      },
    )
  }
}

/** Why an archive must not be unpacked; undefined if it may be. Counting 100,000 files takes two seconds, writing them a minute. */
async function rejectionReason(archive: string): Promise<string | undefined> {
  let bytes = 0
  let entries = 0
  let refusal: string | undefined
  await list({
    file: archive,
    strict: true,
    // This callback must not throw: no promise catches the exception, which would end the process.
    filter: (name, entry) => {
      bytes += entry.size
      entries += 1
      if ('type' in entry && !['File', 'OldFile', 'Directory'].includes(entry.type))
        refusal ??= `${name} is a ${entry.type}: only files and folders may stand in a bundle`
      if (bytes > maxArchiveBytes) refusal ??= 'it unpacks to more than 8 GB'
      if (entries > maxArchiveEntries) refusal ??= `it has more than ${maxArchiveEntries} files and folders`
      if (name.split('/').length > maxArchiveDepth + 1)
        refusal ??= `it has folders within more than ${maxArchiveDepth} others`
      return false
    },
  })
  return refusal
}

/** The folder of the bundle: an archive may contain the folder itself or only its content. */
function onlyFolderIn(folder: string): string {
  const [only, ...others] = readdirSync(folder)
  if (only === undefined || others.length > 0 || !lstatSync(join(folder, only)).isDirectory()) return folder
  return join(folder, only)
}

function listFiles(folder: string): Pick<Bundle, 'files' | 'others'> {
  const names = namesBelow(folder, '')
  const found = names.sort().map((name) => ({ name, stat: lstatSync(join(folder, name)) }))
  return {
    files: new Map(found.filter(({ stat }) => stat.isFile()).map(({ name, stat }) => [name, stat.size])),
    others: found.filter(({ stat }) => !stat.isFile()).map(({ name }) => name),
  }
}

/** Names of everything below a folder except folders. The option `recursive` of `readdirSync` follows links to folders since Node 26. */
function namesBelow(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? namesBelow(folder, `${below}${entry.name}/`) : [`${below}${entry.name}`],
  )
}

/** Whether the name of a file in a bundle is that of a picture or model. */
export const isAsset = (name: string): boolean => /^assets\/.+\.(png|glb)$/.test(name)

/** Total size in bytes of the files for which `isWanted` is true. */
export const sizeOfFiles = ({ files }: Bundle, isWanted: (name: string) => boolean): number =>
  [...files].reduce((sum, [name, bytes]) => sum + (isWanted(name) ? bytes : 0), 0)

/** Adds validation errors for unknown files, links and devices, and for a missing `patch.json`. */
export function checkFiles(bundle: Bundle, api: Api, errors: ValidationErrors): void {
  const resources = [...api.resources.values()].filter(isImported).map(({ name }) => `${name}.ndjson`)
  const known = new Set(['patch.json', 'facets.json', ...locales.map((code) => `locales/${code}.json`), ...resources])
  for (const name of bundle.others) errors.add(name, 0, '', 'a plain file', 'a link or a device')
  for (const name of bundle.files.keys())
    if (!known.has(name) && !isAsset(name)) errors.add(name, 0, '', 'a file that bundles have', 'an unknown one')
  if (!bundle.files.has('patch.json')) errors.add('patch.json', 0, '', 'the file that names the patch', undefined)
}

/** Hash of the names and bytes of all files, which is the same for a folder and an archive of it. */
export function hashBundle(bundle: Bundle): string {
  const whole = createHash('sha256')
  for (const name of bundle.files.keys()) {
    const file = createHash('sha256')
    for (const block of fileBlocks(join(bundle.folder, name))) file.update(block)
    whole.update(`${name} ${file.digest('hex')}\n`)
  }
  return whole.digest('hex')
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Api } from '../../data/api/model/api.ts'
import { tarArchive } from '../../data/store/files/tar-archive.ts'
import { packageFiles } from './package-files.ts'

/**
 * Creates the npm package as a `.tgz`. The same files always yield the same bytes. npm strips the folder that contains
 * all files.
 */
export async function packageArchive(api: Api): Promise<Buffer> {
  const files = [...(await packageFiles(api))].map(([name, text]) => [`package/${name}`, Buffer.from(text)] as const)
  return promisify(gzip)(tarArchive(files), { level: 9 })
}

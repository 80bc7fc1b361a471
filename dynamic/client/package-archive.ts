import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Api } from '../../data/api/model/api.ts'
import { tarArchive } from '../../data/store/files/tar-archive.ts'
import { packageFiles } from './package-files.ts'

/** The npm package as a `.tgz`: the same files always give the same bytes. npm strips the one folder that all files are in. */
export async function packageArchive(api: Api): Promise<Buffer> {
  const files = [...(await packageFiles(api))].map(([name, text]) => [`package/${name}`, Buffer.from(text)] as const)
  return promisify(gzip)(tarArchive(files), { level: 9 })
}

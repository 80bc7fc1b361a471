import { packageArchive } from '../client/package-archive.ts'
import type { Api } from '../../data/api/model/api.ts'
import { BufferedAnswer, type PreparedAnswer } from '../http/prepared-answer.ts'

const headers = { 'content-type': 'application/gzip', 'cache-control': 'public, max-age=3600' }
const archives = new WeakMap<Api, Promise<PreparedAnswer>>()

/** Returns the answer to `/client.tgz`, the npm package of an API's client. It is built at the first request. */
export function clientArchive(api: Api): Promise<PreparedAnswer> {
  const known = archives.get(api)
  if (known) return known
  const archive = packageArchive(api).then(
    (body) => new BufferedAnswer({ status: 200, headers, body }, { isCompressedFormat: true }),
  )
  archive.catch(() => archives.delete(api))
  archives.set(api, archive)
  return archive
}

import { packageArchive } from '../client/package-archive.ts'
import type { Api } from '../../data/api/model/api.ts'
import { BufferedAnswer, type PreparedAnswer } from '../http/prepared-answer.ts'

const headers = { 'content-type': 'application/gzip', 'cache-control': 'public, max-age=3600' }
const made = new WeakMap<Api, Promise<PreparedAnswer>>()

/** `/client.tgz`, ready to be sent: the npm package of an API's client, made at the first request. */
export function clientArchive(api: Api): Promise<PreparedAnswer> {
  const known = made.get(api)
  if (known) return known
  const archive = packageArchive(api).then(
    (body) => new BufferedAnswer({ status: 200, headers, body }, { isCompressedFormat: true }),
  )
  archive.catch(() => made.delete(api))
  made.set(api, archive)
  return archive
}

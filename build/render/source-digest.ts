import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../data/store/etag.ts'

const answering = ['../../data/api', '../../data/store', '../render']

/** Hash of the code that makes answers: rendered files are as old as the code, not only as the data. */
export function sourceDigest(): string {
  const texts = answering.flatMap((folder) => {
    const root = join(import.meta.dirname, folder)
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.(ts|js)$/.test(name))
      .sort()
      .map((name) => `${name}\n${readFileSync(join(root, name), 'utf8')}`)
  })
  return sha256(texts.join('\n'))
}

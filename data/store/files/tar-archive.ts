import { Header } from 'tar'

const blockBytes = 512

/** Makes a tar archive. The same files in the same order always give the same bytes. */
export function tarArchive(files: Iterable<readonly [name: string, bytes: Buffer]>): Buffer {
  const blocks: Buffer[] = []
  for (const [name, bytes] of files) blocks.push(...entryOf(name, bytes))
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)])
}

function entryOf(path: string, bytes: Buffer): readonly Buffer[] {
  const about = { type: 'File', mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) } as const
  const header = new Header({ ...about, path, size: bytes.length })
  header.encode()
  const padding = Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)
  return [header.block ?? Buffer.alloc(0), bytes, padding]
}

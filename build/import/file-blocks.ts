import { closeSync, openSync, readSync } from 'node:fs'

const blockBytes = 1024 * 1024

/** Reads a file block by block; a block is valid until the next one is read. */
export function* fileBlocks(path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    const block = Buffer.allocUnsafe(blockBytes)
    for (let length = readSync(file, block); length > 0; length = readSync(file, block)) yield block.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

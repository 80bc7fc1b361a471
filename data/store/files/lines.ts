const lineBreak = 10

/**
 * The lines of NDJSON as bytes, without line breaks; the last one may lack its own. A line longer than `maxBytes` is
 * truncated and is the last. Blocks may be reused by their source: a line that continues in the next block is copied.
 */
export function* linesIn(blocks: Iterable<Buffer>, maxBytes = Infinity): Generator<Buffer> {
  let open: Buffer[] = []
  let openBytes = 0
  for (const block of blocks) {
    let from = 0
    for (let end = block.indexOf(lineBreak); end !== -1; end = block.indexOf(lineBreak, from)) {
      const rest = block.subarray(from, end)
      yield open.length > 0 ? Buffer.concat([...open, rest]) : rest
      open = []
      openBytes = 0
      from = end + 1
    }
    open.push(Buffer.from(block.subarray(from)))
    openBytes += block.length - from
    if (openBytes > maxBytes) break
  }
  if (openBytes > 0) yield Buffer.concat(open)
}

const lineBreak = 10

/**
 * Splits blocks of bytes into lines, without their line breaks; the last line may lack one. A line that is longer than
 * `maxBytes` is truncated and ends the result. The source may reuse its blocks: lines that continue in the next block are
 * copied.
 */
export function* linesIn(blocks: Iterable<Buffer>, maxBytes = Infinity): Generator<Buffer> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  for (const block of blocks) {
    let from = 0
    for (let end = block.indexOf(lineBreak); end !== -1; end = block.indexOf(lineBreak, from)) {
      const rest = block.subarray(from, end)
      yield pending.length > 0 ? Buffer.concat([...pending, rest]) : rest
      pending = []
      pendingBytes = 0
      from = end + 1
    }
    pending.push(Buffer.from(block.subarray(from)))
    pendingBytes += block.length - from
    if (pendingBytes > maxBytes) break
  }
  if (pendingBytes > 0) yield Buffer.concat(pending)
}

/** A binary glTF file that consists of a JSON chunk only. */
export function binaryModel(text: string): Buffer {
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4))
  const header = Buffer.alloc(20)
  header.write('glTF')
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(20 + json.length, 8)
  header.writeUInt32LE(json.length, 12)
  header.write('JSON', 16)
  return Buffer.concat([header, json])
}

// Mutations of bundles: of their bytes, rows, pictures and models.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { treeOf } from '../../../../build/test/test-bundle.ts'
import type { Stream } from '../../../../data/sample/random.ts'

export type Line = Record<string, unknown>

/** Values that programs write by mistake, as JSON text. */
const oddValues: readonly string[] = [
  ...[
    ...[null, '', ' ', '\u0000', '\ud800', '\ufeff', 'x'.repeat(5000), 'id.item.none', 'id.monster.bog', '__proto__'],
    ...['../a', 0, -1, 1.5, 1e308, true, [], {}, [null], [[]], { toString: 1 }, 'NaN', '1e400'],
    ...['assets/../patch.json', '/etc/passwd', 'assets/icons/none.png', '2026-02-30T00:00:00Z', '<script>', '％00'],
  ].map((value) => JSON.stringify(value)),
  ...['-0', '9007199254740993', '1e400', '{"__proto__":1}'],
]

/** Parses the rows of an NDJSON file; a byte order mark is ignored. */
export const linesOf = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** Writes rows as an NDJSON file. */
export const writeLines = (path: string, lines: readonly Line[]) =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** Changes one file of a bundle; returns a description that ends with the path of the file. */
export type Mutation = (bundle: string, random: Stream) => string

const anyFile = (bundle: string, random: Stream, ending: RegExp): string => {
  const files = readdirSync(bundle, { recursive: true, withFileTypes: true })
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return random.pick(paths.filter((path) => ending.test(path)).sort())
}

const changeBytes =
  (what: string, ending: RegExp, change: (bytes: Buffer, random: Stream) => Uint8Array): Mutation =>
  (bundle, random) => {
    const path = anyFile(bundle, random, ending)
    writeFileSync(path, change(readFileSync(path), random))
    return `${what} of ${path.slice(bundle.length + 1)}`
  }

/** Flips random bits of the buffer in place, about one per 2,000 bytes at most; returns the buffer. */
export function flipBits(bytes: Buffer, random: Stream): Buffer {
  for (let flips = random.int(1, 1 + Math.ceil(bytes.length / 2000)); flips > 0; flips -= 1) {
    const at = random.int(0, Math.max(0, bytes.length - 1))
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7))
  }
  return bytes
}

const changeRows =
  (what: string, change: (lines: Line[], random: Stream) => Line[]): Mutation =>
  (bundle, random) => {
    const path = anyFile(bundle, random, /\.ndjson$/)
    writeLines(path, change(linesOf(path), random))
    return `${what} of ${path.slice(bundle.length + 1)}`
  }

function oddValue(bundle: string, random: Stream): string {
  const path = anyFile(bundle, random, /\.ndjson$/)
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const at = random.int(0, lines.length - 1)
  const values = Object.entries(JSON.parse(lines[at] ?? '') as Line)
  const texts = new Map(values.map(([name, value]) => [name, JSON.stringify(value)]))
  const name = random.pick([...texts.keys(), '__proto__', 'brand_new'])
  const odd = random.pick(oddValues)
  texts.set(name, odd)
  lines[at] = `{${Array.from(texts, ([each, text]) => `${JSON.stringify(each)}:${text}`).join()}}`
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return `${name} ${odd.slice(0, 60)} in ${path.slice(bundle.length + 1)}`
}

/** Sets the size of a picture, with a correct checksum, so that nothing else is wrong. */
function hugePicture(bytes: Buffer): Buffer {
  const head = { type: 12, width: 16, height: 20, check: 29 }
  bytes.writeUInt32BE(65_535, head.width)
  bytes.writeUInt32BE(65_535, head.height)
  bytes.writeUInt32BE(crc32(bytes.subarray(head.type, head.check)), head.check)
  return bytes
}

/** Adds an external address to a model, with correct lengths, so that nothing else is wrong. */
function modelWithAddress(bytes: Buffer): Buffer {
  const [wholeLength, partLength, begin] = [8, 12, 20]
  const end = begin + bytes.readUInt32LE(partLength)
  const model = JSON.parse(bytes.toString('utf8', begin, end)) as Line
  const json = JSON.stringify({ ...model, images: [{ uri: 'http://127.0.0.1/x.png' }] })
  const part = Buffer.concat([Buffer.from(json), Buffer.alloc(3, ' ')])
  const padded = part.subarray(0, part.length - (part.length % 4))
  const head = Buffer.from(bytes.subarray(0, begin))
  head.writeUInt32LE(padded.length, partLength)
  head.writeUInt32LE(begin + padded.length + bytes.length - end, wholeLength)
  return Buffer.concat([head, padded, bytes.subarray(end)])
}

/**
 * Repeats the mutation until it changes the bundle, because some mutations have no effect on some rows and bytes.
 * Throws if it never does.
 */
export function mutate(bundle: string, mutation: Mutation, random: Stream): string {
  const before = treeOf(bundle)
  for (let tries = 0; tries < 200; tries += 1) {
    const description = mutation(bundle, random)
    if (treeOf(bundle) !== before) return description
  }
  throw new Error(`a mutation changes nothing: ${mutation(bundle, random)}`)
}

export const rowTwice = changeRows('a row twice', (lines, random) => [...lines, random.pick(lines)])

/** The first bytes of a PNG file. */
const png = Buffer.from('iVBORw0KGgo=', 'base64')

export const mutations: readonly Mutation[] = [
  changeBytes('flipped bits', /./, flipBits),
  changeBytes('flipped bits of text', /json$/, flipBits),
  changeBytes('a cut end', /./, (bytes, random) => bytes.subarray(0, random.int(0, bytes.length))),
  changeBytes('a doubled end', /json$/, (bytes, random) =>
    Buffer.concat([bytes, bytes.subarray(random.int(0, bytes.length))]),
  ),
  changeBytes('a byte order mark', /json$/, (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])),
  changeBytes('CRLF', /ndjson$/, (bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n'))),
  changeBytes('a zero byte', /./, (bytes, random) => {
    const at = random.int(0, bytes.length)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([0]), bytes.subarray(at)])
  }),
  changeBytes('a repeated key', /items\.ndjson$/, (bytes) =>
    Buffer.from(bytes.toString().replace('"name":', '"name":"Twice","name":')),
  ),
  changeBytes('deep nesting', /ndjson$/, (bytes) =>
    Buffer.from(bytes.toString().replace('{', `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},`)),
  ),
  changeBytes('a picture of 65,535 x 65,535', /\.png$/, hugePicture),
  changeBytes('HTML behind a picture’s beginning', /\.png$/, () =>
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
  ),
  changeBytes('SVG under another name', /\.png$/, () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ),
  changeBytes('a model with an external address', /\.glb$/, modelWithAddress),
  oddValue,
  oddValue,
  rowTwice,
  changeRows('no rows', () => []),
  changeRows('half of the rows', (lines) => lines.slice(0, Math.floor(lines.length / 2))),
  changeRows('a column of zeros', (lines, random) => {
    const numbers = lines.flatMap((line) => Object.keys(line).filter((name) => Number(line[name] ?? 0) !== 0))
    const name = random.pick(numbers)
    return lines.map((line) => (typeof line[name] === 'number' ? { ...line, [name]: 0 } : line))
  }),
  changeRows('a column less', (lines, random) => {
    const name = random.pick(Object.keys(random.pick(lines)))
    return lines.map(({ [name]: _dropped, ...line }) => line)
  }),
]

// What may be wrong with a bundle: its bytes, its rows, its pictures and models.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stream } from '../../../../data/sample/random.ts'

export type Line = Record<string, unknown>

/** Values that programs write by mistake. */
const oddValues: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\ufeff',
    'x'.repeat(5000),
    'id.item.none',
    'id.monster.bog',
    '__proto__',
    '../a',
  ],
  ...[
    0,
    -0,
    -1,
    1.5,
    2 ** 53 + 1,
    1e308,
    true,
    [],
    {},
    [null],
    [[]],
    { __proto__: 1 },
    { toString: 1 },
    'NaN',
    '1e400',
  ],
  ...['assets/../patch.json', '/etc/passwd', 'assets/icons/none.png', '2026-02-30T00:00:00Z', '<script>', '％00'],
]

export const linesOf = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

export const writeLines = (path: string, lines: readonly Line[]) =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** Changes a bundle; returns what it did. */
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

function oddValue(lines: Line[], random: Stream): Line[] {
  const line = random.pick(lines)
  line[random.pick([...Object.keys(line), '__proto__', 'brand_new'])] = random.pick(oddValues)
  return lines
}

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
  changeBytes('a picture of 65,535 x 65,535', /\.png$/, (bytes) => {
    bytes.writeUInt32BE(65_535, 16)
    bytes.writeUInt32BE(65_535, 20)
    return bytes
  }),
  changeBytes('HTML behind a picture’s beginning', /\.png$/, () =>
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
  ),
  changeBytes('SVG under another name', /\.png$/, () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ),
  changeBytes('a model with an outer address', /\.glb$/, (bytes) =>
    Buffer.from(bytes.toString('latin1').replace('"buffer', '"uri":"http://127.0.0.1/x","buffer'), 'latin1'),
  ),
  changeRows('an odd value', oddValue),
  changeRows('an odd value', oddValue),
  changeRows('a row twice', (lines, random) => [...lines, random.pick(lines)]),
  changeRows('no rows', () => []),
  changeRows('half of the rows', (lines) => lines.slice(0, Math.floor(lines.length / 2))),
  changeRows('a column of zeros', (lines, random) => {
    const name = random.pick(Object.keys(random.pick(lines)))
    return lines.map((line) => (typeof line[name] === 'number' ? { ...line, [name]: 0 } : line))
  }),
  changeRows('a column less', (lines, random) => {
    const name = random.pick(Object.keys(random.pick(lines)))
    return lines.map(({ [name]: _dropped, ...line }) => line)
  }),
]

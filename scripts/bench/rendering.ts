import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importBundle } from '../../build/import/import-bundle.ts'
import { render, type RenderResult } from '../../build/render/render.ts'
import { switchTo } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { createCatalog } from '../../data/store/catalog/create-catalog.ts'
import { comparedFigure, inUnit, type Bench, type Figure } from './measure/bench.ts'
import { sampleWorld } from './measure/bundles.ts'
import { compare, timed } from './measure/rounds.ts'

interface Times {
  readonly first: number
  /** A render without changes. */
  readonly again: number
  readonly bare: number
}

export const renderBench: Bench = async ({ quick, folder, report }) => {
  const catalog = await sampleCatalog(folder, quick)
  const times: Times[] = []
  let files = new Map<string, Buffer>()
  const rounds = quick ? 3 : 5
  for (let round = 0; round <= rounds; round += 1) {
    const dataDir = join(folder, 'rendered')
    mkdirSync(dataDir)
    const toRender = { catalog, catalogHash: '', dataDir, patches: 'all' } as const
    let rendered: RenderResult | undefined
    const first = await timed(async () => {
      rendered = await render(toRender)
    })
    if (rendered) await switchTo(dataDir, rendered.manifest)
    const again = await timed(() => render(toRender))
    if (round === 0) files = readTree(join(dataDir, '_static'))
    rmSync(dataDir, { recursive: true })
    const bare = await timed(() => writeBare(join(folder, 'bare'), files))
    rmSync(join(folder, 'bare'), { recursive: true })
    if (round > 0) times.push({ first, again, bare })
    report(`round ${round} of ${rounds}: ${files.size} files`)
  }
  catalog.close()
  return figuresOf(times, files.size)
}

async function sampleCatalog(folder: string, quick: boolean): Promise<Catalog> {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const catalogFile = join(folder, 'catalog.db')
  createCatalog(catalogFile, api)
  await importBundle(whole, { api, catalogFile, assetsDir: join(folder, 'assets'), tempDir: folder })
  return new Catalog(catalogFile, api)
}

function readTree(root: string): Map<string, Buffer> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [relative(root, path), readFileSync(path)]))
}

function writeBare(root: string, files: ReadonlyMap<string, Buffer>): void {
  const made = new Set<string>()
  for (const [name, bytes] of files) {
    const path = join(root, name)
    const folder = dirname(path)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    writeFileSync(path, bytes)
  }
}

function figuresOf(times: readonly Times[], files: number): Figure[] {
  const perSecond = (milliseconds: number) => (files / milliseconds) * 1000
  const first = compare(times.map(({ first, bare }) => [perSecond(first), perSecond(bare)]))
  const again = compare(times.map(({ first, again }) => [again, first]))
  return [
    comparedFigure(`${files} files into a fresh folder`, first, inUnit('files/s'), { atLeast: 0.8 }),
    comparedFigure('again, nothing changed', again, inUnit('ms', 1), { atMost: 0.1 }),
  ]
}

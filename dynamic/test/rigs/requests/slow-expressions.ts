// Checks that no regular expression of served code takes more than linear time on any input.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import ts from 'typescript'
import { shuffled } from '../../../../data/sample/random.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { sources } from '../../architecture/sources.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

interface Expression {
  readonly source: string
  readonly flags: string
  readonly path: string
}

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: string
}

/** Whether the code runs in the service. Code of commands only reads input of the operator. */
const isServed = (path: string) => !/^(build|scripts|data\/sample)\//.test(path)

/** Files whose expressions are only applied to texts of this repository or to short names and numbers. */
const filesWithShortInputs = new Set([
  'site/src/features/docs/Docs.astro',
  'site/src/features/patches/change-lines.ts',
  'site/src/request/thing/attribute-lines.ts',
])

/** Finds the regular expression literals of a source file. Expressions built at runtime are not found. */
function expressionsOf(path: string, tree: ts.SourceFile): Expression[] {
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    const [, source, flags = ''] = ts.isRegularExpressionLiteral(node)
      ? (/^\/([^]*)\/(\w*)$/.exec(node.text) ?? [])
      : []
    if (source !== undefined) found.push({ source, flags, path })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Yields a verdict for each expression, in order. */
async function* verdictsOn(expressions: readonly Expression[]): AsyncGenerator<Verdict> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'check-expressions.mjs')], {
    ...{ env: commandEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] },
  })
  child.stdin.end(JSON.stringify(expressions))
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as Verdict
  if (child.exitCode === null) await once(child, 'exit')
}

async function checkAll(rig: Rig, expressions: readonly Expression[]): Promise<void> {
  let checked = 0
  let unknown = 0
  for await (const { status, complexity } of verdictsOn(expressions)) {
    const { path, source, flags } = expressions[checked] ?? { path: '', source: '', flags: '' }
    checked += 1
    if (status === 'unknown') unknown += 1
    rig.check(status !== 'vulnerable', `${path}: /${source}/${flags} is ${complexity}`)
  }
  rig.check(checked === expressions.length, `${checked} of ${expressions.length} expressions were checked`)
  if (unknown > 0) rig.note(`${unknown} expressions could not be judged in 20 s each`)
}

const served = () => {
  const all = sources
    .filter(({ path }) => isServed(path) && !filesWithShortInputs.has(path))
    .flatMap(({ path, tree }) => expressionsOf(path, tree))
  return [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values()]
}

const vulnerable = ['^(\\w+\\s?)*$', '\\s+$', '^(([a-z])+.)+$']

export const slowExpressions: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: async (rig) => {
    const all = served()
    rig.note(`${Math.min(rig.amount, all.length)} of ${all.length} expressions of served code`)
    await checkAll(rig, shuffled(all, String(rig.seed), ({ source }) => source).slice(0, rig.amount))
  },
  negativeControl: {
    what: 'vulnerable expressions for white space, names of hosts and paths',
    amount: 1,
    finds: vulnerable.map((_, nth) => new RegExp(`^negative control ${nth}: .* is .*(exponential|polynomial)`)),
    run: (rig) =>
      checkAll(
        rig,
        vulnerable.map((source, nth) => ({ source, flags: '', path: `negative control ${nth}` })),
      ),
  },
}

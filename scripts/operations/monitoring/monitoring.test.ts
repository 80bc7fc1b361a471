// Tests that alerts and the dashboard only use metrics that a service exports, and tests each alert with Prometheus.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis } from '../../../dynamic/redis/connect-redis.ts'
import { observeWorld } from '../../../dynamic/test/fixtures/live-world.ts'
import { fetchApi } from '../../../dynamic/test/fixtures/test-client.ts'
import { idleSource, openSampleFixture, type Fixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { commandEnvironment } from '../../test/environment.ts'
import { canRun } from '../../test/requirements.ts'

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly description?: string
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const rules = read('alerts.yml')
const expressionsOfRules = [...rules.matchAll(/^ *expr: (.+)$/gm)].map(([, expression = '']) => expression)
const alerts = [...rules.matchAll(/^ *- alert: (\w+)$/gm)].map(([, name = '']) => name)
const { panels } = JSON.parse(read('dashboard.json')) as Dashboard
const expressionsOfPanels = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Extracts the names of metrics from an expression, without functions, labels, keywords and units of time. */
const metricsIn = (expression: string): string[] =>
  expression
    .replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(by|without|on|ignoring) *\([^)]*\)/g, ' ')
    .match(/\b[a-z_][a-z0-9_]*\b(?! *\()/g)
    ?.filter((word) => !['and', 'or', 'unless', 'bool'].includes(word)) ?? []

const promtool = (...args: readonly string[]) =>
  spawnSync('promtool', args, { cwd: import.meta.dirname, env: commandEnvironment(), encoding: 'utf8' })
const hasPromtool = canRun('alerts', 'promtool', promtool('--version').status === 0)

describe('alerts', () => {
  it.skipIf(!hasPromtool)('pass their tests', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yml')
    expect(stdout + stderr).toContain('SUCCESS')
    expect(status).toBe(0)
  })

  it('each have a test in which they fire, and one in which they do not', () => {
    const tests = read('alerts.test.yml')
    expect(alerts).toHaveLength(expressionsOfRules.length)
    for (const name of alerts) {
      expect(tests).toMatch(new RegExp(`alertname: ${name}\\n *exp_alerts:\\n`))
      expect(tests).toMatch(new RegExp(`alertname: ${name}\\n *exp_alerts: \\[\\]`))
    }
  })
})

it.each([
  ['alerts', expressionsOfRules],
  ['panels of the dashboard', expressionsOfPanels],
])('%s select only this service, because others export metrics with the same names', (_, expressions) => {
  for (const expression of expressions) {
    const selected = expression.match(/\{[^}]*\bjob="deepledger"[^}]*\}/g) ?? []
    expect(selected, expression).toHaveLength(metricsIn(expression).length)
  }
})

describe('metrics', () => {
  let fixture: Fixture
  let exported: ReadonlySet<string>
  const redis = connectRedis({ url: 'redis://127.0.0.1:1', prefix: 'suite:' }, pino({ level: 'silent' }))
  beforeAll(async () => {
    fixture = await openSampleFixture()
    const source = { refreshes: { refused: 0 }, ...idleSource }
    const service = await fixture.serve({ source, redis })
    await observeWorld(service)
    const { text } = await fetchApi({ port: service.observerPort ?? 0 }, '/metrics')
    const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    )
    // Prometheus itself exports `up`.
    exported = new Set([...declared, 'up'])
  })
  afterAll(() => fixture.close())

  it.each([
    ['alerts', expressionsOfRules],
    ['panels of the dashboard', expressionsOfPanels],
  ])('in %s are exported', (_, expressions) => {
    const names = expressions.map(metricsIn)
    for (const [place, found] of names.entries()) expect(found.length, expressions[place]).toBeGreaterThan(0)
    expect([...new Set(names.flat())].filter((name) => !exported.has(name))).toEqual([])
  })
})

it('panels of the dashboard have a unique number, a title and a description', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, description = '', targets } of panels)
    if (targets) expect(description, title).toMatch(/^[A-Z].*\.$/)
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { areControlsFound, figuresIn, suitesThatFailed } from './suite-row.ts'

it('the figures that suites print are read from the output of vitest', () => {
  const lines = [
    ' RUN  v5',
    '',
    'stdout | dynamic/test/instances/one.test.ts > frozen',
    'refused within: 300 ms',
    'well again after: 500 ms',
    '',
    ' ✓ one',
    'stdout | dynamic/test/instances/two.test.ts > stopped',
    '10 restarts: 480 lines',
    '',
    ' Tests  2 passed',
  ]
  expect(figuresIn(lines.join('\n'))).toEqual([
    'refused within: 300 ms',
    'well again after: 500 ms',
    '10 restarts: 480 lines',
  ])
})

it.each([
  ['all found their fault', ['passed', 'passed'], true],
  ['did not all find their fault', ['passed', 'failed'], false],
  ['were skipped', ['skipped'], false],
  ['do not exist', [], false],
] as const)('negative controls that %s', (_what, statuses, isFound) => {
  const controls = statuses.map((status, nth) => ({ status, fullName: `a suite negative control: ${nth}` }))
  expect(areControlsFound([...controls, { status: 'failed', fullName: 'another test' }])).toBe(isFound)
})

it.each([
  ['passed', 'passed', ['passed', 'skipped'], []],
  ['failed because of a test, which is reported by itself', 'failed', ['passed', 'failed'], []],
  ['was not loaded', 'failed', [], ['data/one.test.ts failed: why']],
  ['was not prepared', 'failed', ['skipped'], ['data/one.test.ts failed: why']],
] as const)('a suite that %s', (_what, status, statuses, problems) => {
  const assertionResults = statuses.map((status) => ({ status, fullName: 'a test' }))
  const name = join(import.meta.dirname, '../../../data/one.test.ts')
  expect(suitesThatFailed([{ name, status, message: 'why', assertionResults }], ['data/one.test.ts'])).toEqual(problems)
})

it('suites that did not run are reported', () => {
  const file = { name: '/x/data/store/one.test.ts', status: 'passed', message: '', assertionResults: [] }
  expect(suitesThatFailed([file], ['data/store', 'data/other'])).toEqual(['data/other did not run'])
})

import { expect, it } from 'vitest'
import { areControlsFound, figuresIn } from './suite-row.ts'

it('figures that suites print are read from what the run says', () => {
  const said = [
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
  expect(figuresIn(said.join('\n'))).toEqual([
    'refused within: 300 ms',
    'well again after: 500 ms',
    '10 restarts: 480 lines',
  ])
})

it.each([
  ['found', ['passed', 'passed'], true],
  ['passed, one of them', ['passed', 'failed'], false],
  ['skipped', ['skipped'], false],
  ['not there', [], false],
] as const)('negative controls that are %s', (_what, statuses, isFound) => {
  const controls = statuses.map((status, nth) => ({ status, fullName: `a suite negative control: ${nth}` }))
  expect(areControlsFound([...controls, { status: 'failed', fullName: 'another test' }])).toBe(isFound)
})

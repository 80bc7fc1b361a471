import { expect, it } from 'vitest'
import { figuresIn } from './suite-row.ts'

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

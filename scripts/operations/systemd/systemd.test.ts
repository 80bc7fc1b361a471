// Verifies the systemd unit with systemd itself, and rates its confinement.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingNames } from '../../../dynamic/setting-list.ts'
import { exitCodes } from '../../command/exit-codes.ts'
import { commandEnvironment } from '../../test/environment.ts'
import { canRun } from '../../test/requirements.ts'
import { root } from '../../site/source-files.ts'

const unit = 'deepledger.service'
const text = readFileSync(join(import.meta.dirname, unit), 'utf8')
const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
const analyze = (...args: readonly string[]) =>
  spawnSync('systemd-analyze', args, { cwd: import.meta.dirname, env: commandEnvironment(), encoding: 'utf8' })
const hasSystemd = canRun('the unit of systemd', 'systemd-analyze', analyze('--version').status === 0)

it.skipIf(!hasSystemd)('is a valid unit', () => {
  const { status, stderr } = analyze('verify', `./${unit}`)
  expect(stderr.split('\n').filter((line) => line.includes(unit))).toEqual([])
  expect(status).toBe(0)
})

it.skipIf(!hasSystemd)('is confined, with less than 2 of 10 points of exposure', () => {
  const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', `./${unit}`)
  expect(status, stdout.slice(-400)).toBe(0)
})

it('starts the service in the same way as npm, with known settings', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { serve: string } }
  expect(valueOf('ExecStart')).toBe(`/usr/bin/env ${scripts.serve}`)
  const ofOthers = [
    'NODE_ENV',
    'NODE_COMPILE_CACHE',
    'MALLOC_ARENA_MAX',
    'MALLOC_TRIM_THRESHOLD_',
    'MALLOC_MMAP_THRESHOLD_',
  ]
  const set = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
  expect(set).toContain('DATA_DIR')
  expect(set.filter((name) => ![...settingNames, ...ofOthers].includes(name))).toEqual([])
})

it('restarts indefinitely after temporary failures, and never after an invalid setting', () => {
  expect(valueOf('Restart')).toBe('always')
  expect(valueOf('StartLimitIntervalSec')).toBe('0')
  expect(valueOf('RestartPreventExitStatus')).toBe(String(exitCodes.usage))
})

it('has the allocator settings of the launcher, like the image and the rigs', () => {
  const variablesIn = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(MALLOC_\w+)(?:=|: ')(\d+)/g)].map(
      ([, name, value]) => `${name}=${value}`,
    )
  const variables = variablesIn('scripts/run.mjs')
  expect(variables).toHaveLength(3)
  for (const file of [
    'scripts/operations/systemd/deepledger.service',
    'scripts/operations/container/Containerfile',
    'dynamic/test/rigs/process-figures.ts',
  ])
    expect(variablesIn(file), file).toEqual(variables)
})

it('gives the service more time to stop than it takes to finish pending requests', () => {
  const grace = /graceMilliseconds = (\d+)/.exec(readFileSync(join(root, 'dynamic/service.ts'), 'utf8'))?.[1]
  expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(3 * (Number(grace) / 1000))
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { settingHelps } from '../../dynamic/setting-list.ts'
import { clearEnvironment, commandEnvironment } from './environment.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the environment of suites', () => {
  it('has no setting of the service', () => {
    for (const { name } of settingHelps()) expect(process.env[name], name).toBeUndefined()
  })

  it('loses variables of the caller, except those that programs need', () => {
    vi.stubEnv('PORT', '1')
    vi.stubEnv('DATA_DIRR', 'x')
    clearEnvironment()
    expect(process.env).not.toHaveProperty('PORT')
    expect(process.env).not.toHaveProperty('DATA_DIRR')
    expect(process.env.PATH).toBeDefined()
  })

  it('of commands has only variables that programs need and those that the suite sets', () => {
    vi.stubEnv('PORT', '1')
    expect(commandEnvironment({ DATA_DIR: 'x' })).toMatchObject({ PATH: process.env.PATH, DATA_DIR: 'x' })
    expect(commandEnvironment()).not.toHaveProperty('PORT')
    expect(commandEnvironment()).not.toHaveProperty('VITEST')
  })
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../site/source-files.ts'
import { untrustedPackages, type LockedPackage } from './lock-file.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))

const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, LockedPackage>> }
const installed = Object.entries(packages).filter(([path]) => path !== '')

describe('the lock file', () => {
  it('has a hash of every package, and only addresses of the registry', () => {
    expect(installed.length).toBeGreaterThan(100)
    expect(untrustedPackages(packages)).toEqual([])
  })

  it('is installed without running scripts of packages', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })

  it('has at most this many packages without those of development (the number may only be lowered)', () => {
    // Optional packages are binaries for particular platforms.
    expect(installed.filter(([, { dev, optional }]) => !dev && !optional).length).toBeLessThanOrEqual(374)
  })

  it('gives a bill of materials of the packages in production', () => {
    const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']
    const text = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { hashes?: unknown[] }[] }
    expect(bomFormat).toBe('CycloneDX')
    expect(components.length).toBeGreaterThan(50)
    expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
  })
})

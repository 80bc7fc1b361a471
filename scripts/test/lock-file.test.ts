import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../site/source-files.ts'

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly resolved?: string }>>
}

const registry = 'https://registry.npmjs.org/'

it('package-lock.json has a hash of every package, and names no address but the registry', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  expect(installed.length).toBeGreaterThan(100)
  const wrong = installed.filter(
    ([, { integrity = '', resolved = registry }]) => !integrity.startsWith('sha512-') || !resolved.startsWith(registry),
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

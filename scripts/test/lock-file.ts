export interface LockedPackage {
  readonly integrity?: string
  readonly resolved?: string
  /** Only packages of development lead to it. */
  readonly dev?: boolean
  readonly optional?: boolean
}

const registry = 'https://registry.npmjs.org/'

/** Packages of a lock file that are not from the registry, or have no hash that what is downloaded is compared with. */
export const untrusted = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { integrity = '', resolved = registry }]) =>
        !integrity.startsWith('sha512-') || !resolved.startsWith(registry),
    )
    .map(([path]) => path)

export interface LockedPackage {
  readonly integrity?: string
  readonly resolved?: string
  /** Whether only development packages depend on it. */
  readonly dev?: boolean
  readonly optional?: boolean
}

const registry = 'https://registry.npmjs.org/'

/** Returns the paths of packages in a lock file that are not from the registry or have no hash. */
export const untrustedPackages = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { integrity = '', resolved = registry }]) =>
        !integrity.startsWith('sha512-') || !resolved.startsWith(registry),
    )
    .map(([path]) => path)

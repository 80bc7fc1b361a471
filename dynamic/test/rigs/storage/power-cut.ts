// Simulates power cuts: what is on a disk at an instant, without the writes that are still in the page cache. While the
// writer is stopped, the image of its file system is copied instantly (a reflink of XFS). The copy is mounted, which
// replays the journal as a boot would.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'

export const powerCutNeeds = {
  root: true,
  programs: { 'mkfs.xfs': 'xfsprogs', 'mkfs.ext4': 'e2fsprogs', losetup: 'mount' },
} as const

export const fileSystems = ['ext4', 'ext4 writeback', 'xfs'] as const
type FileSystem = (typeof fileSystems)[number]

const run = (program: string, ...args: readonly string[]): void =>
  void execFileSync(program, args, { env: commandEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })

const options = (fileSystem: FileSystem): string =>
  fileSystem === 'xfs' ? 'loop,nouuid' : fileSystem === 'ext4' ? 'loop' : 'loop,data=writeback'

/** A disk with a file system, mounted, that can lose its power any number of times. */
export class Disk {
  readonly folder: string
  readonly #host: string
  readonly #copy: string
  readonly #fileSystem: FileSystem

  /** Makes and mounts the file systems below `root`. Throws if this machine cannot. */
  constructor(root: string, fileSystem: FileSystem) {
    this.#fileSystem = fileSystem
    this.#host = join(root, 'host')
    this.folder = join(root, 'disk')
    this.#copy = join(root, 'copy')
    for (const path of [this.#host, this.folder, this.#copy]) mkdirSync(path, { recursive: true })
    const image = join(root, 'host.img')
    run('truncate', '-s', '1G', image)
    run('mkfs.xfs', '-q', '-m', 'reflink=1', image)
    run('mount', '-o', 'loop', image, this.#host)
    run('truncate', '-s', '320M', this.#image)
    run(fileSystem === 'xfs' ? 'mkfs.xfs' : 'mkfs.ext4', '-q', this.#image)
    run('mount', '-o', options(fileSystem), this.#image, this.folder)
  }

  get #image(): string {
    return join(this.#host, 'disk.img')
  }

  /** Simulates a power cut now. Calls `inspect` with a folder that has the contents of the disk after the next boot. */
  async cut<T>(inspect: (folder: string) => Promise<T>): Promise<T> {
    const copied = join(this.#host, 'copy.img')
    run('cp', '--reflink=always', this.#image, copied)
    run('mount', '-o', options(this.#fileSystem), copied, this.#copy)
    try {
      return await inspect(this.#copy)
    } finally {
      run('umount', this.#copy)
      rmSync(copied)
    }
  }

  /** Writes everything to the disk, so that later cuts cannot lose what is there now. */
  flush(): void {
    run('sync', '-f', this.folder)
  }

  remove(): void {
    for (const path of [this.folder, this.#host]) {
      try {
        run('umount', path)
      } catch {
        run('umount', '-l', path)
      }
    }
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../site/source-files.ts'
import type { ServiceReady } from './service-messages.ts'

interface DevServiceOptions {
  readonly dataDir: string
  readonly publicUrl: string
}

/** Time in which a service must end before it is killed. */
const graceMilliseconds = 500

/** The service in a separate process. Requests wait for it while it restarts. */
export class DevService {
  readonly #options: DevServiceOptions
  #child: ChildProcess | undefined
  #ready = Promise.withResolvers<ServiceReady>()
  #isReady = false
  #began = 0
  /** Settles after the last restart; restarts are sequential. */
  #work = Promise.resolve()

  constructor(options: DevServiceOptions) {
    this.#options = options
  }

  /** The running service, or the one that starts next. */
  get ready(): Promise<ServiceReady> {
    return this.#ready.promise
  }

  restart(): void {
    this.#began = performance.now()
    if (this.#isReady) this.#ready = Promise.withResolvers()
    this.#isReady = false
    this.#work = this.#work.then(() => this.#stop()).then(() => this.#start())
  }

  async stop(): Promise<void> {
    await this.#work
    await this.#stop()
  }

  #start(): void {
    const { dataDir, publicUrl } = this.#options
    const child = spawn(process.execPath, [...process.execArgv, join(root, 'scripts/dev/serve-api.ts')], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        LOG_LEVEL: 'warn',
        RATE_LIMIT_ANONYMOUS: '100000000',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
        ...process.env,
        ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: publicUrl },
      },
    })
    this.#child = child
    const began = this.#began
    child.once('message', (message) => {
      if (this.#child !== child) return
      console.error(`The service is ready after ${((performance.now() - began) / 1000).toFixed(2)} s.`)
      this.#isReady = true
      this.#ready.resolve(message as ServiceReady)
    })
    child.once('exit', (code) => {
      if (this.#child === child && code !== 0)
        console.error('The service ended: it starts again after the next change.')
    })
  }

  #stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMilliseconds)
      child.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      child.kill('SIGTERM')
    })
  }
}

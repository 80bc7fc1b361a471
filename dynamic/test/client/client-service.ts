// For suites: a service, and a project with the client installed from it.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { openObservedLive } from '../fixtures/observed-live.ts'
import type { Fixture, ServedFixture } from '../fixtures/test-service.ts'

export interface ClientProject {
  readonly service: ServedFixture
  /** The folder of the project, in which programs can import the client by its name. */
  readonly folder: string
  readonly origin: string
  close(): Promise<void>
}

/** Runs a program; rejects with its output if it fails. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env: commandEnvironment() })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}: ${stdout} ${stderr}`, { cause: error })
  }
}

/** Starts a service on the fixture, which is closed with the project, and installs the client as its guide says. */
export async function openClientProject(fixture: Fixture): Promise<ClientProject> {
  const service = await fixture.serve({ live: await openObservedLive(fixture) })
  const origin = `http://127.0.0.1:${service.port}`
  const folder = mkdtempSync(join(tmpdir(), 'client-project-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `${origin}/client.tgz`], folder)
  return {
    ...{ service, folder, origin },
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await fixture.close()
    },
  }
}

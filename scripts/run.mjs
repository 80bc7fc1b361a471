#!/usr/bin/env node
// The launcher of every command: `node scripts/run.mjs <command> [arguments]` runs scripts/<command>.ts. It is plain
// JavaScript for Node 18 and later, because it runs before anything is installed: it fetches a supported Node if
// necessary, installs the packages of the lock file if they are missing, and then runs the TypeScript directly with
// Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const oldestNode = [22, 18]
/**
 * Commands that need devDependencies, which are installed when one of them first runs, so that a first start installs
 * only half of the packages.
 */
const commandsOfDevelopment = ['bench', 'check', 'faults', 'fix', 'test']
const maxInstallMilliseconds = 600_000
const pinnedNode = readFileSync(join(root, '.nvmrc'), 'utf8').trim()

const [command = '', ...args] = process.argv.slice(2)
const script = join(root, 'scripts', `${command}.ts`)
if (!/^(publish\/)?[a-z]+(-[a-z]+)*$/.test(command) || !existsSync(script))
  fail(`There is no command "${command}": see package.json.`, 2)

/**
 * Settings by which glibc returns memory to the system, for commands that run for a long time; other allocators ignore
 * them. By default each thread has its own arena, and the process keeps freed blocks of up to 32 MB once one of their
 * size was freed: 428 instead of 361 MB after 10,000 requests. Blocks from 64 KB on are mapped, so that freeing them
 * leaves no holes: 163 instead of 177 MB when the service is ready.
 */
const isService = process.platform === 'linux' && ['serve', 'start'].includes(command)
const allocator = isService
  ? { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '65536' }
  : {}

const node = isSupported(process.versions.node) ? process.execPath : fetchedNode()
if (npmCall()) alone(() => installDependencies(node))
if (node === process.execPath && !printsStrippingWarning()) {
  replaceProcess()
  nodeModule.enableCompileCache?.(join(root, 'node_modules/.cache/compile'))
  process.argv.splice(1, 2, script)
  await import(pathToFileURL(script).href)
} else runWith(node)

function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
}

/**
 * Whether this version prints an ExperimentalWarning when it strips types, like Node 22 and early 24. The warning is
 * then switched off.
 */
function printsStrippingWarning() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return (
    (major < 24 || (major === 24 && minor < 12)) && !process.execArgv.includes('--disable-warning=ExperimentalWarning')
  )
}

/** Returns the path of the pinned Node. Fetches it from the npm registry (about 50 MB) if it is not below .node yet. */
function fetchedNode() {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, '.node', pinnedNode)
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const path = join(folder, 'node_modules', `node-${platform}`, binary)
  if (!existsSync(path)) alone(() => existsSync(path) || fetchNode(folder, `node-${platform}@${pinnedNode}`))
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (status !== 0)
    fail(`${path} does not run (${error?.message ?? stderr}); on Debian it needs the package libatomic1.`)
  return path
}

function fetchNode(folder, name) {
  console.error(
    `Node ${process.versions.node} is older than ${oldestNode.join('.')}: fetching Node ${pinnedNode} into .node/ (once, about 50 MB) ...`,
  )
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm(process.execPath, ['install', ...options, name]).status === 0) return
  rmSync(folder, { recursive: true, force: true })
  fail(
    `Node ${pinnedNode} could not be fetched: see above. Install Node ${oldestNode.join('.')} or later, then try again.`,
  )
}

/** Runs work under a lock of this folder, because concurrent calls of npm would remove what the other installs. */
function alone(work) {
  const lock = join(root, '.installing')
  for (let isTold = false; !isTaken(lock); isTold = true) {
    if (!isTold) console.error('Another command is installing: waiting for it ...')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  const release = () => rmSync(lock, { force: true })
  process.on('exit', release)
  work()
  process.off('exit', release)
  release()
}

/** Takes the lock, even from a process that has ended; returns whether this succeeded. */
function isTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`Nothing can be installed here: ${error.message}`)
  }
  if (!isInstalling(lock)) rmSync(lock, { force: true })
  return false
}

function isInstalling(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > maxInstallMilliseconds) return false
    const pid = Number(readFileSync(lock, 'utf8'))
    // The lock has just been made, and its process id is not written yet.
    if (pid === 0) return true
    // After a container was killed, the next process in it may have the same id.
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Returns the arguments for npm; undefined if all packages that the command needs are installed and as new as the lock
 * file.
 */
function npmCall() {
  const installed = join(root, 'node_modules/.package-lock.json')
  const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isCurrent = changedAt(installed) >= changedAt(join(root, 'package-lock.json'))
  const forDevelopment = commandsOfDevelopment.includes(command)
  if (isCurrent && !forDevelopment) return undefined
  const hasDevelopment = existsSync(installed) && readFileSync(installed, 'utf8').includes('"dev": true')
  if (isCurrent && hasDevelopment) return undefined
  // `npm ci` would remove packages that a running service may still load.
  const npmCommand = isCurrent ? ['install', '--no-save'] : ['ci']
  return [...npmCommand, forDevelopment || hasDevelopment ? '--include=dev' : '--omit=dev']
}

/** Installs packages, unless another command has done so in the meantime. */
function installDependencies(node) {
  const call = npmCall()
  if (!call) return
  console.error(`Installing dependencies (npm ${call[0]}) ...`)
  const { status } = npm(node, [...call, '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0) fail(`npm ${call[0]} failed: see above. The npm registry must be reachable.`, status ?? 1)
}

/** Runs npm on the given Node, with its output on stderr, because stdout belongs to the command. */
function npm(node, npmArgs) {
  const shell = process.platform === 'win32'
  return spawnSync('npm', npmArgs, { cwd: root, env: environment(node), stdio: ['ignore', 2, 2], shell })
}

function environment(node) {
  return { ...allocator, ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
}

/**
 * Restarts the process in place, which takes 40 ms, because glibc reads its variables only at the start. Does nothing
 * if they are set.
 */
function replaceProcess() {
  if (Object.keys(allocator).every((name) => name in process.env)) return
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...allocator, ...process.env })
}

/** Runs the command in another process and exits with its code. */
function runWith(node) {
  const child = spawn(
    node,
    [...process.execArgv, '--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url), command, ...args],
    {
      env: environment(node),
      stdio: 'inherit',
    },
  )
  const forward = (signal) => void child.kill(signal)
  // A terminal sends SIGINT to both processes.
  process.on('SIGINT', (signal) => process.stdin.isTTY || forward(signal))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, forward)
  child.on('error', (error) => fail(`${node} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

function fail(sentence, status = 1) {
  console.error(sentence)
  process.exit(status)
}

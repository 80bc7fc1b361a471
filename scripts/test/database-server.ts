// The PostgreSQL server that suites use: that of POSTGRES, or one at the usual address.
import { connect } from 'node:net'
import { canRun } from './requirements.ts'

const usual = 'postgres://postgres@127.0.0.1:5432/postgres'

/** Returns the URL of the server; undefined if there is none. Throws if there is none but every suite has to run. */
export async function databaseServer(): Promise<string | undefined> {
  const url = process.env.POSTGRES ?? usual
  const { hostname, port } = new URL(url)
  const isThere = await listens(hostname, Number(port || 5432))
  return canRun('suites on PostgreSQL', `server at ${hostname}:${port || 5432}`, isThere) ? url : undefined
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 })
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

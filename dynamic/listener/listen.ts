import { createServer, type AddressInfo, type Server } from 'node:net'
import { hostAndPort } from '../http/host-and-port.ts'
import { SettingsError } from '../settings.ts'

export interface Place {
  readonly host: string
  readonly port: number
}

/** The public listener is set by PORT and HOST, the observer's by OBSERVER_PORT and OBSERVER_HOST. */
export type SettingPrefix = '' | 'OBSERVER_'

/** Something else listens there, perhaps for a moment only: a supervisor may try again. */
export class TakenPortError extends Error {
  override name = 'TakenPortError'
}

const noAddressCodes = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']

/** Throws `TakenPortError` when something listens there, and `SettingsError` when nothing can. */
export function listen(server: Server, place: Place, prefix: SettingPrefix): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(settingsError(error, place, prefix)))
    server.listen(place.port, place.host, () => resolve(server.address() as AddressInfo))
  })
}

/** Throws as `listen` does unless both listeners could listen now. */
export async function expectToListen(open: Place, observer: Place): Promise<void> {
  const [first, second] = [refusingServer(), refusingServer()]
  try {
    await listen(first, open, '')
    await listen(second, observer, 'OBSERVER_')
  } finally {
    await Promise.all([closed(first), closed(second)])
  }
}

const refusingServer = (): Server => createServer((socket) => socket.destroy())

const closed = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve))

function settingsError(error: NodeJS.ErrnoException, { host, port }: Place, prefix: SettingPrefix): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE')
    return new TakenPortError(
      `${prefix}PORT=${port} is taken: something listens on ${hostAndPort(host, port)} already. End it, or set PORT and OBSERVER_PORT to two free ports.`,
    )
  if (code === 'EACCES')
    return new SettingsError(`${prefix}PORT=${port} is not for this user: set ${prefix}PORT to 1024 or more.`)
  if (!noAddressCodes.includes(code)) return error
  return new SettingsError(
    `${prefix}HOST=${host} is no address of this machine (${code}): set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.`,
  )
}

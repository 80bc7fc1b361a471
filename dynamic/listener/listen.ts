import { createServer, type AddressInfo, type Server } from 'node:net'
import { hostAndPort } from '../http/host-and-port.ts'
import { SettingsError } from '../settings.ts'

interface Place {
  readonly host: string
  readonly port: number
}

/** The public listener is set by PORT and HOST, the observer's by OBSERVER_PORT and OBSERVER_HOST. */
type SettingPrefix = '' | 'OBSERVER_'

/** Nothing can listen there now: a supervisor may try again. */
export class CannotListenError extends Error {
  override name = 'CannotListenError'
}

/** No address now: an interface or the name service may still come up. */
const missingCodes = ['EADDRNOTAVAIL', 'EAI_AGAIN']
const noAddressCodes = [...missingCodes, 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND']

/** Throws `CannotListenError` when nothing can listen there now, and `SettingsError` when nothing ever can. */
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
    return new CannotListenError(
      `${prefix}PORT=${port} is taken: something listens on ${hostAndPort(host, port)} already. End it, or set PORT and OBSERVER_PORT to two free ports.`,
    )
  if (code === 'EACCES')
    return new SettingsError(
      `${prefix}PORT=${port} is not allowed to this user: set ${prefix}PORT to another, from 1024 on.`,
    )
  if (!noAddressCodes.includes(code)) return error
  const Kind = missingCodes.includes(code) ? CannotListenError : SettingsError
  return new Kind(
    `${prefix}HOST=${host} is not an address of this machine (${code}): set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.`,
  )
}

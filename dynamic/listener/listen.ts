import { createServer, type AddressInfo, type Server } from 'node:net'
import { hostAndPort } from '../http/host-and-port.ts'
import { SettingsError } from '../settings.ts'

interface Place {
  readonly host: string
  readonly port: number
}

/** The public listener is set by PORT and HOST, the observer's by OBSERVER_PORT and OBSERVER_HOST. */
type SettingPrefix = '' | 'OBSERVER_'

/** It is not possible to listen on an address now, but it may be later: a supervisor may try again. */
export class CannotListenError extends Error {
  override name = 'CannotListenError'
}

/** The address does not exist yet: an interface or the name service may still come up. */
const temporaryCodes = ['EADDRNOTAVAIL', 'EAI_AGAIN']
const noAddressCodes = [...temporaryCodes, 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND']

/**
 * Resolves once the server listens. Rejects with `CannotListenError` if it cannot listen there now, and with
 * `SettingsError` if it never can.
 */
export function listen(server: Server, place: Place, prefix: SettingPrefix): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(settingsError(error, place, prefix)))
    server.listen(place.port, place.host, () => resolve(server.address() as AddressInfo))
  })
}

/** Rejects as `listen` does unless both listeners could listen now. */
export async function assertCanListen(main: Place, observer: Place): Promise<void> {
  const [first, second] = [refusingServer(), refusingServer()]
  try {
    await listen(first, main, '')
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
      `${prefix}PORT=${port} is not allowed for this user: set ${prefix}PORT to another port, from 1024 on.`,
    )
  if (!noAddressCodes.includes(code)) return error
  const Kind = temporaryCodes.includes(code) ? CannotListenError : SettingsError
  return new Kind(
    `${prefix}HOST=${host} is not an address of this machine (${code}): set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.`,
  )
}

import { hostAndPort } from '../http/host-and-port.ts'
import { SettingsError, type Settings } from '../settings.ts'
import type { AccountRouterOptions } from './account-router.ts'
import { deriveSessionSecret, loadOrCreateSessionSecret } from './session-secret.ts'

/**
 * Returns the options of `/account`. Throws `SettingsError` if only one of OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET is
 * set.
 */
export function accountSettings(
  settings: Settings,
): Pick<AccountRouterOptions, 'publicUrl' | 'sessionSecret' | 'provider'> {
  const { OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret } = settings
  if ((clientId === '') !== (clientSecret === ''))
    throw new SettingsError('OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET are set together or not at all.')
  return {
    publicUrl: settings.PUBLIC_URL || localUrl(settings),
    sessionSecret: settings.SESSION_SECRET || defaultSecret(settings),
    provider: clientId
      ? {
          clientId,
          clientSecret,
          authorizeUrl: settings.OAUTH_AUTHORIZE_URL,
          tokenUrl: settings.OAUTH_TOKEN_URL,
          userUrl: settings.OAUTH_USER_URL,
          scope: settings.OAUTH_SCOPE,
          issuer: settings.OAUTH_ISSUER || undefined,
        }
      : undefined,
  }
}

const defaultSecret = ({ DATABASE_URL, OAUTH_CLIENT_SECRET, DATA_DIR }: Settings): string =>
  DATABASE_URL && OAUTH_CLIENT_SECRET ? deriveSessionSecret(OAUTH_CLIENT_SECRET) : loadOrCreateSessionSecret(DATA_DIR)

function localUrl({ HOST, PORT }: Settings): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  return `http://${hostAndPort(host, PORT)}`
}

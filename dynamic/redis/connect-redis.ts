// Instances share the counters of quotas and announcements of changes through Redis. This module is loaded only if
// REDIS_URL is set.
import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import { messageOf } from '../../data/store/dialect/message-of.ts'

export interface RedisLocation {
  /** `redis://` or `rediss://`. */
  readonly url: string
  /** Prefix of all keys and channels. */
  readonly prefix: string
}

/** A connection to Redis that reconnects by itself. */
export interface SharedRedis {
  /** The client for counters, whose commands fail immediately while Redis is unavailable. */
  readonly client: Redis
  readonly isUp: boolean
  /** Announces to all instances that keys or owners have changed. Rejects while Redis is unavailable. */
  announceKeyChange(): Promise<void>
  /**
   * Calls `listener` after any process has changed keys or owners, and after each connection, because announcements may
   * have been missed.
   */
  onKeyChange(listener: () => void): void
  close(): void
}

/** A server that does not answer for this long is considered unavailable. */
const timeoutMilliseconds = 1000
const maxRetryMilliseconds = 2000
const heartbeatMilliseconds = 1000

const options = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: timeoutMilliseconds,
  socketTimeout: 2 * timeoutMilliseconds,
  connectTimeout: maxRetryMilliseconds,
  retryStrategy: (times) => Math.min(100 * times, maxRetryMilliseconds),
  // After a failover the old primary refuses to write.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
} as const satisfies RedisOptions

/** Connects in the background, so Redis may be unavailable at the start. */
export function connectRedis({ url, prefix }: RedisLocation, log: Logger): SharedRedis {
  const client = new Redis(url, { ...options, keyPrefix: prefix })
  const isUp = watchConnection(client, log)
  const channel = keyChannel(prefix)
  const subscribers: { close: () => void }[] = []
  return {
    client,
    get isUp() {
      return isUp()
    },
    async announceKeyChange() {
      await client.publish(channel, '')
    },
    onKeyChange: (listener) => void subscribers.push(subscribe(url, channel, listener)),
    close() {
      for (const each of subscribers) each.close()
      client.disconnect()
    },
  }
}

/** Announces one change over a connection of its own, for commands. Rejects if Redis is unavailable. */
export async function announceKeyChangeTo({ url, prefix }: RedisLocation): Promise<void> {
  const client = new Redis(url, { ...options, lazyConnect: true, retryStrategy: null })
  let reason: Error | undefined
  client.on('error', (error) => (reason ??= withoutCommand(error)))
  try {
    await client.connect()
    await client.publish(keyChannel(prefix), '')
  } catch (error) {
    throw reason ?? error
  } finally {
    client.disconnect()
  }
}

/**
 * Copies only the message of an error: errors also contain the arguments of the command, such as the password of
 * `AUTH`.
 */
const withoutCommand = (error: Error): Error => new Error(messageOf(error))

const isSelectError = (error: Error & { command?: { name: string } }): boolean => error.command?.name === 'select'

const keyChannel = (prefix: string) => `${prefix}keys`

/**
 * Logs once when Redis becomes unavailable, and once when it is back. Returns a function that says whether it is
 * connected.
 */
function watchConnection(client: Redis, log: Logger): () => boolean {
  let isUp: boolean | undefined
  let reason: Error | undefined
  client.on('error', (error) => {
    reason = withoutCommand(error)
    if (isSelectError(error))
      log.error({ err: reason }, 'The database that REDIS_URL names cannot be used: 0 is used instead')
  })
  client.on('ready', () => {
    if (isUp === false) log.info('Redis is back: quotas are shared again')
    isUp = true
  })
  client.on('close', () => {
    if (isUp === false || client.status === 'end') return
    isUp = false
    log.warn({ err: reason }, 'Redis is away: this instance counts quotas by itself until it is back')
  })
  return () => isUp === true
}

/** Subscribes over a separate connection, as Redis requires. A heartbeat detects a peer that has vanished silently. */
function subscribe(url: string, channel: string, listener: () => void): { close: () => void } {
  const subscriber = new Redis(url, { ...options, autoResubscribe: false })
  const ignore = () => undefined
  // Failures are retried with the next connection; the client for counters logs them.
  subscriber.on('error', ignore)
  subscriber.on('ready', () => void subscriber.subscribe(channel).then(listener, () => subscriber.disconnect(true)))
  subscriber.on('message', listener)
  const heartbeat = setInterval(() => void subscriber.ping().catch(ignore), heartbeatMilliseconds).unref()
  return {
    close() {
      clearInterval(heartbeat)
      subscriber.disconnect()
    },
  }
}

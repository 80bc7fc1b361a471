// What instances share through Redis: counters of quotas, and announcements of changes. Only loaded if REDIS_URL is
// set.
import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import { messageOf } from '../../data/store/dialect/message-of.ts'

export interface RedisPlace {
  /** `redis://` or `rediss://`. */
  readonly url: string
  /** Prefix of all keys and channels. */
  readonly prefix: string
}

/** A connection to Redis that reconnects by itself. */
export interface SharedRedis {
  /** For the counters; commands fail immediately while Redis is away. */
  readonly client: Redis
  readonly isUp: boolean
  /** Announces to all instances that keys or owners were changed. Rejects while Redis is away. */
  announceKeyChange(): Promise<void>
  /** Calls back after a change of keys or owners in any process, and after each connection, because announcements may have been missed. */
  onKeyChange(listener: () => void): void
  close(): void
}

/** A server that does not answer for this long (ms) is considered away. */
const patienceMilliseconds = 1000
const maxRetryMilliseconds = 2000
const heartbeatMilliseconds = 1000

const options = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: patienceMilliseconds,
  socketTimeout: 2 * patienceMilliseconds,
  connectTimeout: maxRetryMilliseconds,
  retryStrategy: (times) => Math.min(100 * times, maxRetryMilliseconds),
  // After a failover the old primary refuses to write.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
} as const satisfies RedisOptions

/** Connects in the background: Redis may be away. */
export function connectRedis({ url, prefix }: RedisPlace, log: Logger): SharedRedis {
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

/** For commands: announces a change once. Rejects when Redis is away. */
export async function announceKeyChangeTo({ url, prefix }: RedisPlace): Promise<void> {
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

/** Errors of commands have their arguments, such as the password of `AUTH`, which no log may show. */
const withoutCommand = (error: Error): Error => new Error(messageOf(error))

const isOfSelect = (error: Error & { command?: { name: string } }): boolean => error.command?.name === 'select'

const keyChannel = (prefix: string) => `${prefix}keys`

/** One line in the log when Redis goes away, and one when it is back. */
function watchConnection(client: Redis, log: Logger): () => boolean {
  let isUp: boolean | undefined
  let reason: Error | undefined
  client.on('error', (error) => {
    reason = withoutCommand(error)
    if (isOfSelect(error))
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

/** A separate connection, as Redis requires for subscriptions. A heartbeat detects a peer that vanished silently. */
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

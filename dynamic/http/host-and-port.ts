/** Returns `<host>:<port>` for URLs and nginx, with an IPv6 address in brackets. */
export const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** `<host>:<port>` as URLs and nginx take it: an IPv6 address is in brackets. */
export const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

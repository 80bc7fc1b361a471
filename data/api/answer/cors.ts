import { apiHeaders, corsHeaders } from './api-headers.ts'

/** Paths that pages of other sites may read: the API, `/mcp`, documents, health checks and feeds. */
export const sharedPaths =
  /^\/((v[12]|docs|health)(\/|$)|(mcp|llms\.txt|docs\.md|errors\.md|sitemap\.xml|robots\.txt|tooltips\.js|client\.tgz)$)|\.(atom|json)$/
const account = /^\/account(\/|$)/

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** Whether a target belongs to sign-in and keys, which only pages of this site may use: no CORS headers are sent there. */
export const isAccountTarget = (target: string): boolean => account.test(pathOf(target))

/** Whether a target is that of the tools for assistants, where requests are POST. */
export const isMcpTarget = (target: string): boolean => pathOf(target) === '/mcp'

/** Whether any site may read the answer. */
export const isSharedTarget = (target: string): boolean => {
  const path = pathOf(target)
  return sharedPaths.test(path) && !account.test(path)
}

/** CORS headers of the answer to a target; empty if only this site may read it. */
export const corsHeadersOf = (target: string): Readonly<Record<string, string>> =>
  isSharedTarget(target) ? corsHeaders : {}

const { 'access-control-allow-origin': _origin, 'access-control-expose-headers': _exposed, ...ownHeaders } = apiHeaders

/** Headers of a problem, which any site may read, except below `/account`. */
export const problemHeadersOf = (target: string): Readonly<Record<string, string>> =>
  isAccountTarget(target) ? ownHeaders : apiHeaders

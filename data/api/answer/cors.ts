import { apiHeaders, corsHeaders } from './api-headers.ts'

/** What pages of other sites may read: the API, its tools for assistants, its documents, health and feeds. */
export const sharedPaths =
  /^\/((v[12]|docs|health)(\/|$)|(mcp|llms\.txt|docs\.md|errors\.md|sitemap\.xml|robots\.txt|tooltips\.js|client\.tgz)$)|\.(atom|json)$/
const account = /^\/account(\/|$)/

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** Sign-in and keys are for pages of this site alone: nothing there carries a CORS header. */
export const isAccountTarget = (target: string): boolean => account.test(pathOf(target))

/** The tools for assistants: requests are POST. */
export const isMcpTarget = (target: string): boolean => pathOf(target) === '/mcp'

/** True where any site may read the answer. */
export const isSharedTarget = (target: string): boolean => {
  const path = pathOf(target)
  return sharedPaths.test(path) && !account.test(path)
}

/** CORS headers of the answer to any target; empty where only this site may read it. */
export const corsHeadersOf = (target: string): Readonly<Record<string, string>> =>
  isSharedTarget(target) ? corsHeaders : {}

const { 'access-control-allow-origin': _origin, 'access-control-expose-headers': _exposed, ...ownHeaders } = apiHeaders

/** Headers of a problem: any site may read it, except at the account. */
export const problemHeadersOf = (target: string): Readonly<Record<string, string>> =>
  isAccountTarget(target) ? ownHeaders : apiHeaders

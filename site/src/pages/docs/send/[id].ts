import type { APIRoute } from 'astro'
import { sendTarget } from '../../../format/send-target.ts'

/** Leads a form of parameters to the request that it asks for: a form without a script sends empty fields too, which the API refuses. */
export const GET: APIRoute = ({ params: { id }, url, locals, redirect, rewrite }) => {
  const endpoint = locals.api.endpoints.find((one) => one.id === id)
  if (!endpoint) return rewrite('/404')
  return redirect(sendTarget(endpoint.path, url.searchParams) ?? `/docs/endpoints/${endpoint.id}#send`, 302)
}

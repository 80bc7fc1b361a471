import { z } from 'zod'
import { answerLinked, answerList, answerSingle } from './answers.ts'
import { historyOf } from './changes.ts'
import { embedParam } from './embed.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import type { Envelope } from './envelopes.ts'
import { isImported, type Resource } from './resource.ts'
import { listSchema, rowSchema } from './schemas.ts'

/** What a resource with a path answers: list, single row, history and icon, as far as its values say. */
export function endpointsOf(resource: Resource): Endpoint[] {
  const { path, envelope, single: singleRow = true, columns } = resource
  if (!path) return []
  return [
    ...(envelope ? [list(resource, path, envelope)] : []),
    ...(singleRow === true ? [single(resource, path)] : []),
    ...(singleRow !== false && isImported(resource) ? [historyOf(resource, path)] : []),
    ...(columns.icon?.asset?.shown === 'url' ? [icon(resource, path)] : []),
  ]
}

function list(resource: Resource, path: string, envelope: Envelope): Endpoint {
  return endpoint({
    id: `${resource.name}.list`,
    path,
    summary: `${resource.summary}: all, filtered, page by page.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    envelope,
    filters: resource.filters,
    params: embedParam(resource),
    rows: { locale: resource.locale },
    files: { folder: 'list', by: 'page' },
    schema: listSchema(envelope, rowSchema(resource)),
    answer: answerList,
  })
}

function single(resource: Resource, path: string): Endpoint {
  return endpoint({
    id: `${resource.name}.single`,
    path: `${path}/{id}`,
    summary: `${resource.summary}: one row.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    params: embedParam(resource),
    rows: { locale: resource.locale },
    files: { folder: 'row', by: 'row' },
    schema: z.object({ body: rowSchema(resource, 'single') }),
    answer: answerSingle,
  })
}

function icon(resource: Resource, path: string): Endpoint {
  return endpoint({
    id: `${resource.name}.icon`,
    path: `${path}/{id}/icon`,
    summary: `${resource.summary}: the icon, by way of its asset.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    rows: false,
    linked: 'icon',
    schema: z.literal(''),
    answer: answerLinked,
  })
}

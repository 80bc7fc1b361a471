import { z } from 'zod'
import { answerList, answerSingle } from './answer/answers.ts'
import { historyEndpoint } from './answer/changes.ts'
import { embedParam } from './answer/rows/embed.ts'
import { assetEndpoint, catalogEndpoint, type Endpoint } from './model/endpoint.ts'
import type { Envelope } from './model/envelopes.ts'
import { isImported, type Resource } from './model/resource.ts'
import { fieldsParam, listParams } from './model/row-params.ts'
import { listSchema, rowSchema } from './model/schemas.ts'

/** The endpoints of a resource: list, single row, history and icon, as far as it declares them; none without a path. */
export function endpointsOf(resource: Resource): Endpoint[] {
  const { path, envelope, single: singleRow = true, columns } = resource
  if (!path) return []
  return [
    ...(envelope ? [list(resource, path, envelope)] : []),
    ...(singleRow === true ? [single(resource, path)] : []),
    ...(singleRow !== false && isImported(resource) ? [historyEndpoint(resource, path)] : []),
    ...(columns.icon?.asset?.displayed === 'url' ? [icon(resource, path)] : []),
  ]
}

function list(resource: Resource, path: string, envelope: Envelope): Endpoint {
  const params = { ...listParams(resource), ...embedParam(resource) }
  for (const { param } of resource.filters)
    if (Object.hasOwn(params, param))
      throw new Error(`${resource.name} has a filter called ${param}, which every list has`)
  return catalogEndpoint({
    id: `${resource.name}.list`,
    path,
    summary: `${resource.summary}: all, filtered, page by page.`,
    specClause: resource.specClause,
    resource,
    mode: resource.mode,
    envelope,
    filters: resource.filters,
    params,
    rows: { locale: resource.locale },
    files: { folder: 'list', by: 'page' },
    schema: listSchema(envelope, rowSchema(resource), resource.columns),
    answer: answerList,
  })
}

function single(resource: Resource, path: string): Endpoint {
  return catalogEndpoint({
    id: `${resource.name}.single`,
    path: `${path}/{id}`,
    summary: `${resource.summary}: one row.`,
    specClause: resource.specClause,
    resource,
    mode: resource.mode,
    params: { ...fieldsParam(resource.columns), ...embedParam(resource) },
    rows: { locale: resource.locale },
    files: { folder: 'row', by: 'row' },
    schema: z.object({ body: rowSchema(resource, 'single').describe('The row.') }),
    answer: answerSingle,
  })
}

function icon(resource: Resource, path: string): Endpoint {
  return assetEndpoint({
    id: `${resource.name}.icon`,
    path: `${path}/{id}/icon`,
    summary: `${resource.summary}: the icon, by way of its asset.`,
    specClause: resource.specClause,
    resource,
    mode: resource.mode,
    column: 'icon',
  })
}

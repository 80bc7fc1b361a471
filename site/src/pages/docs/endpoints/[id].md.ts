import type { APIRoute } from 'astro'
import { writtenPages } from '../../../features/docs/guides.ts'
import { markdownResponse } from '../../../features/docs/markdown/markdown-response.ts'

export const GET: APIRoute = ({ locals, params }) =>
  markdownResponse(`/docs/endpoints/${params.id}`, locals, writtenPages)

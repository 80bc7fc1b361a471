import type { APIRoute } from 'astro'
import { writtenPages } from '../features/docs/guides.ts'
import { markdownAnswer } from '../features/docs/markdown/markdown-answer.ts'

export const GET: APIRoute = ({ locals }) => markdownAnswer('/docs', locals, writtenPages)

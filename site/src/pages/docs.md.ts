import type { APIRoute } from 'astro'
import { markdownAnswer } from '../features/docs/markdown/markdown-answer.ts'

export const GET: APIRoute = ({ locals }) => markdownAnswer('/docs', locals)

import type { APIRoute } from 'astro'
import { markdownAnswer } from '../lib/docs/markdown/markdown-answer.ts'

export const GET: APIRoute = ({ locals }) => markdownAnswer('/errors', locals)

import type { ApiResponse } from '../format/ask.ts'

/** Requests the API from the browser; the JSON of what is refused is empty. */
export async function fetchApi(target: string, options?: RequestInit): Promise<ApiResponse> {
  const answer = await fetch(target, options)
  const json = answer.ok ? ((await answer.json()) as unknown) : {}
  return { status: answer.status, target, headers: {}, json }
}

import type { ApiResponse } from '../format/api-response.ts'

/** Requests the API from the browser. `json` is an empty object unless the status is 2xx. Rejects if there is no response. */
export async function fetchApi(target: string, options?: RequestInit): Promise<ApiResponse> {
  const answer = await fetch(target, options)
  const json = answer.ok ? ((await answer.json()) as unknown) : {}
  return { status: answer.status, target, headers: {}, json }
}

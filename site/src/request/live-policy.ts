// How long a page with live data may be cached, depending on the API responses that it shows.
import type { ApiClient, ApiResponse } from '../format/api-response.ts'

const isBusy = (status: number) => status === 429 || status >= 500

/** Wraps an API client and records its answers to targets for which `isLive` returns true. */
export function recordLiveAnswers(
  fetchApi: ApiClient,
  isLive: (target: string) => boolean,
): { readonly fetchApi: ApiClient; readonly answers: readonly ApiResponse[] } {
  const answers: ApiResponse[] = []
  return {
    answers,
    async fetchApi(target) {
      const answer = await fetchApi(target)
      if (isLive(target)) answers.push(answer)
      return answer
    },
  }
}

/** Cache headers of a page with this status that shows these live answers; empty if it shows none. */
export function liveCacheHeaders(answers: readonly ApiResponse[], status: number): Readonly<Record<string, string>> {
  if (answers.length === 0) return {}
  const unanswered = answers.filter((answer) => isBusy(answer.status))
  if (unanswered.length === 0) return { 'cache-control': 'public, max-age=5, stale-while-revalidate=10' }
  const waits = unanswered.flatMap(({ headers }) => headers['retry-after'] ?? []).map(Number)
  if (!isBusy(status) || waits.length === 0) return { 'cache-control': 'no-store' }
  return { 'cache-control': 'no-store', 'retry-after': String(Math.max(...waits)) }
}

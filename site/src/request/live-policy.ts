// How long a page that shows live data may be cached, by the answers that it is made of.
import type { ApiClient, ApiResponse } from '../format/ask.ts'

const isBusy = (status: number) => status === 429 || status >= 500

/** Asks as `ask` does, and keeps what was answered where `isLive` holds of the target. */
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

/** Headers of a page of this status that shows these live answers; none where it shows nothing live. */
export function liveCacheHeaders(answers: readonly ApiResponse[], status: number): Readonly<Record<string, string>> {
  if (answers.length === 0) return {}
  const unanswered = answers.filter((answer) => isBusy(answer.status))
  if (unanswered.length === 0) return { 'cache-control': 'public, max-age=5, stale-while-revalidate=10' }
  const waits = unanswered.flatMap(({ headers }) => headers['retry-after'] ?? []).map(Number)
  if (!isBusy(status) || waits.length === 0) return { 'cache-control': 'no-store' }
  return { 'cache-control': 'no-store', 'retry-after': String(Math.max(...waits)) }
}

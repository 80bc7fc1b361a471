import { expect } from 'vitest'

/** Checks the output of `findings.mjs` on the small sample world, which is the same in every runtime. */
export function expectFindings(found: unknown): void {
  const { pageList, cursorList, ...others } = found as Record<'pageList' | 'cursorList', [string[], number]>
  for (const [ids, total] of [pageList, cursorList]) {
    expect(new Set(ids).size).toBe(total)
    expect(ids.length).toBe(total)
    expect(total).toBeGreaterThan(4)
  }
  expect(others).toEqual({
    revalidated: 304,
    item: [true, true],
    german: true,
    icon: true,
    prices: '4h',
    line: 'string',
    problem: [true, true, 404, 'not_found'],
    invalid: ['invalid_parameter', ['limit']],
    aborted: ['AbortError', false],
  })
}

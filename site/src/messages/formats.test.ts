import { describe, expect, it } from 'vitest'
import { formatsOf } from './formats.ts'

const [en, de, ja] = ['en', 'de', 'ja'].map(formatsOf)

describe('numbers and times of a language', () => {
  it('are written as it writes them', () => {
    expect([en?.number(1234.5), de?.number(1234.5)]).toEqual(['1,234.5', '1.234,5'])
    expect([en?.exactNumber(0.123456789), en?.number(0.123456789)]).toEqual(['0.123456789', '0.123'])
    expect([en?.gold(12.26), de?.gold(12.26)]).toEqual(['12.3', '12,3'])
    expect([en?.percent(0.12), de?.percent(0.12), en?.percent(0.99994, 5)]).toEqual(['12%', '12\u00a0%', '99.994%'])
  })

  it('have the comma that stands between names in it', () => {
    expect(['en', 'ko', 'ja', 'zh-Hans', 'zh-Hant'].map((locale) => formatsOf(locale).list(['A', 'B']))).toEqual([
      ...['A, B', 'A, B'],
      ...['A、B', 'A、B', 'A、B'],
    ])
    expect(ja?.comma).toBe('、')
  })

  it('are of the day that it is in Greenwich', () => {
    expect(en?.day('2026-03-04T23:59:59-02:00')).toBe('Mar 5, 2026')
    expect(ja?.day('2026-03-04')).toBe('2026年3月4日')
    expect(en?.minute(Date.UTC(2026, 2, 4, 12))).toBe('Mar 4, 2026, 12:00')
  })

  it.each([
    [3, 'now', 'jetzt'],
    [42, '42 sec. ago', 'vor 42 Sek.'],
    [240, '4 min. ago', 'vor 4 Min.'],
    [7199, '1 hr. ago', 'vor 1 Std.'],
    [86_400, '1 day ago', 'vor 1 Tag'],
    [200_000, '2 days ago', 'vor 2 Tagen'],
  ])('tell an age of %d s as coarsely as may be', (seconds, english, german) => {
    expect([en?.age(seconds), de?.age(seconds)]).toEqual([english, german])
  })

  it.each([
    ['15m', '15 min', '15 Min.'],
    ['4h', '4 hr', '4 Std.'],
    ['1d', '1 day', '1 Tg.'],
    ['2w', '2 wks', '2 Wo.'],
    ['4', '4', '4'],
  ])('tell an interval of %s', (interval, english, german) => {
    expect([en?.interval(interval), de?.interval(interval)]).toEqual([english, german])
  })
})

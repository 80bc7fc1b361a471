import { describe, expect, it } from 'vitest'
import { truncateToWidth, textWidth } from './truncate-to-width.ts'

describe('truncating a text', () => {
  it('leaves it unchanged if it fits with the text behind it', () => {
    expect(truncateToWidth('Bog Wight', ', Rare', 15)).toBe('Bog Wight')
    expect(truncateToWidth('Bog Wight', ', Rare', 14)).toBe('Bog Wig…')
  })

  it('counts wide letters twice', () => {
    expect(textWidth('朽ちた灯火')).toBe(10)
    expect(truncateToWidth('朽ちた灯火', '', 10)).toBe('朽ちた灯火')
    expect(truncateToWidth('朽ちた灯火', '', 9)).toBe('朽ちた灯…')
    expect(truncateToWidth('朽ちた灯火', '、希少', 10)).toBe('朽…')
  })

  it('counts Cyrillic letters as slightly wider', () => {
    expect(truncateToWidth('Болотник', ', Обычный', 19)).toBe('Болотн…')
    expect(truncateToWidth('Bog Wight', ', Common', 19)).toBe('Bog Wight')
  })

  it('leaves no space before the ellipsis', () => expect(truncateToWidth('Bog Wight', '', 5)).toBe('Bog…'))
})

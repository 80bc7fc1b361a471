import { describe, expect, it } from 'vitest'
import { fitted, textWidth } from './fitted-text.ts'

describe('a text in a space', () => {
  it('is whole where it fits with what stands behind it', () => {
    expect(fitted('Bog Wight', ', Rare', 15)).toBe('Bog Wight')
    expect(fitted('Bog Wight', ', Rare', 14)).toBe('Bog Wig…')
  })

  it('ends where wide letters fill the space', () => {
    expect(textWidth('朽ちた灯火')).toBe(10)
    expect(fitted('朽ちた灯火', '', 10)).toBe('朽ちた灯火')
    expect(fitted('朽ちた灯火', '', 9)).toBe('朽ちた灯…')
    expect(fitted('朽ちた灯火', '、希少', 10)).toBe('朽…')
  })

  it('counts letters that are a little wider', () => {
    expect(fitted('Болотник', ', Обычный', 19)).toBe('Болотн…')
    expect(fitted('Bog Wight', ', Common', 19)).toBe('Bog Wight')
  })

  it('has no space before its ellipsis', () => expect(fitted('Bog Wight', '', 5)).toBe('Bog…'))
})

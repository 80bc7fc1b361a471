import type { Api } from '../../../data/api/model/api.ts'
import type { Codec } from '../../../data/api/model/values/codecs.ts'
import type { ParameterError } from '../../../data/api/model/values/errors.ts'
import { paramOf } from '../../../data/api/model/values/params.ts'
import type { Translate } from '../messages/translate.ts'

/** The value that a parameter error's message quotes; undefined if it quotes none. */
export const refusedValue = (message: string): string | undefined => /^got "([^"\\]+)"/.exec(message)?.[1]

/**
 * Returns why the API refused a parameter, in the language of the page, derived from the parameter's codec. Returns
 * undefined if only the API's English message can explain it.
 */
export function parameterErrorText(
  api: Api,
  target: string,
  { parameter, message, allowed }: ParameterError,
  t: Translate,
): string | undefined {
  const [path = '', query] = target.split('?')
  const given = new URLSearchParams(query).getAll(parameter)
  const { params } = api.match(path.slice(1).split('/'))?.endpoint ?? {}
  if (!params || given.length !== 1) return undefined
  const codec = paramOf(params, parameter)?.codec
  if (!codec) return t('problem.unknownParameter')
  const value = refusedValue(message)
  if (value === undefined) return undefined
  if (isValid(codec, given[0] ?? '')) return allowed && t('problem.notAmong', { value })
  return wordsOf(codec.schema, value, t)
}

/** Errors may come from another copy of their module, so `instanceof` cannot recognize them; values are never objects. */
const isValid = (codec: Codec, text: string) => typeof codec.read(text) !== 'object'

function wordsOf(
  { type, format, minimum, maximum, enum: values, items }: Codec['schema'],
  value: string,
  t: Translate,
): string | undefined {
  if (type === 'integer' || type === 'number') {
    const number = Number(value)
    if (typeof minimum === 'number' && number < minimum) return t('problem.tooSmall', { value, bound: minimum })
    if (typeof maximum === 'number' && number > maximum) return t('problem.tooLarge', { value, bound: maximum })
    return t(type === 'integer' ? 'problem.notInteger' : 'problem.notNumber', { value })
  }
  if (format === 'date-time') return t('problem.notInstant', { value, example: '2026-11-20T12:00Z' })
  return type === 'boolean' || values || (items as { enum?: unknown } | undefined)?.enum
    ? t('problem.notAmong', { value })
    : undefined
}

import type { Row } from '../../format/api-response.ts'

/** True for a text that looks like an untranslated localization key. */
export const isRawKey = (text: string): boolean => /^\w+$/.test(text) && text.slice(1, -1).includes('_')

/** The description of a row; undefined if it has none. */
export const textOf = ({ description, desc, desc_data, flavor_text }: Row): string | undefined =>
  [description, desc, desc_data, flavor_text].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '' && !isRawKey(one),
  )

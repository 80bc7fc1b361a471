/** The value of a record's own field; undefined for a name that every object has. */
export const own = (record: Readonly<Record<string, string>> | undefined, name: string): string | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

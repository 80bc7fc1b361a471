/** The value of a record's own field; undefined for a name that every object has. */
export const own = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

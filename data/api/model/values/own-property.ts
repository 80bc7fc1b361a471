/** The value of a record's own property; undefined for a name that every object inherits, such as `toString`. */
export const ownProperty = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined)

/** A page's address with a parameter under the name that was meant; undefined if no parameter has such a name. */
export function correctedUrl(
  { pathname, searchParams }: URL,
  parameter: string,
  suggestion: string,
): string | undefined {
  if (!searchParams.has(parameter) || !/^\w+$/.test(suggestion)) return undefined
  const renamed = [...searchParams].map(([name, value]) => [name === parameter ? suggestion : name, value])
  return `${pathname}?${new URLSearchParams(renamed)}`
}

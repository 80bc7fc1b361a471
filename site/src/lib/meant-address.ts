/** A page's address with a parameter under the name that was meant; nothing where no parameter has such a name. */
export function meantAddress({ pathname, searchParams }: URL, parameter: string, meant: string): string | undefined {
  if (!searchParams.has(parameter) || !/^\w+$/.test(meant)) return undefined
  const renamed = [...searchParams].map(([name, value]) => [name === parameter ? meant : name, value])
  return `${pathname}?${new URLSearchParams(renamed)}`
}

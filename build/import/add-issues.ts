import type { z } from 'zod'
import type { ValidationErrors } from './validation-errors.ts'

/** Adds the issues that zod found in a value to the validation errors. `line` 0 refers to the file as a whole. */
export function addIssues(
  errors: ValidationErrors,
  file: string,
  line: number,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): void {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        errors.add(file, line, [...issue.path, key].join('.'), 'no such field', at(value, [...issue.path, key]))
      continue
    }
    errors.add(file, line, issue.path.join('.'), expectedBy(issue), at(value, issue.path))
  }
}

/** What zod expected, without the beginning of its message, such as `Too small: expected ` or `Invalid `. */
const expectedBy = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type'
    ? issue.expected
    : issue.message.replace(/^(([\w ]+: )?expected |Invalid (?!input$))/i, '')

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const step of path) found = (found as Record<PropertyKey, unknown> | null | undefined)?.[step]
  return found
}

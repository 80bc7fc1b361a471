import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Bundle } from './bundle.ts'
import type { ValidationErrors } from './validation-errors.ts'
import { addIssues } from './add-issues.ts'

const branch = z.string().regex(/^[\w][\w./-]{0,63}$/, 'a branch name of letters, digits and . _ - /')
const imported = z
  .string()
  .regex(/^[!-~]{1,100}$/, 'up to 100 visible ASCII characters')
  .refine((given) => given !== 'current', 'a version other than `current`')
/** A version is a segment of the changelog's path, in which dots and slashes have another meaning. */
const version = imported.refine(
  (given) => !/^\.\.?$|[/\\]/.test(given),
  'a version without / and \\, other than . and ..',
)

const schema = z.strictObject({
  branch,
  version,
  version_raw: z.string().min(1).max(200).optional(),
  display_name: z.string().min(1).max(200).optional(),
  released_at: z.iso.datetime({ offset: true, local: true }).nullish(),
  notes: z.string().max(10_000).nullish(),
  parent: z.strictObject({ branch, version: imported }).nullish(),
})

export type PatchFile = z.infer<typeof schema>

/** Reads `patch.json`; undefined if it has validation errors. */
export function readPatchFile(bundle: Bundle, errors: ValidationErrors): PatchFile | undefined {
  const parsed = readJson(bundle, 'patch.json', errors)
  if (parsed === undefined) return undefined
  const result = schema.safeParse(parsed)
  if (!result.success) addIssues(errors, 'patch.json', 0, parsed, result.error.issues)
  return result.data
}

/** Reads a small JSON file as a whole; undefined if it is missing or, with a validation error, if it is not JSON. */
export function readJson(bundle: Bundle, name: string, errors: ValidationErrors): unknown {
  if (!bundle.files.has(name)) return undefined
  try {
    const bytes = readFileSync(join(bundle.folder, name))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    errors.add(name, 0, '', 'JSON in UTF-8', error instanceof Error ? error.message : error)
    return undefined
  }
}

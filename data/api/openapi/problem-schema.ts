import { z } from 'zod'
import { maxReportedNames, problems, type ProblemCode } from '../model/values/errors.ts'

const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/** The schema of the body of every error (RFC 9457). */
export const problemSchema = z.strictObject({
  type: z.string().describe('Where the code is explained: `/errors#<code>`.'),
  title: z.string().describe('The same for all problems of the code.'),
  status: z.int().describe('The status of the answer.'),
  detail: z.string().describe('What is wrong with this request, and what to do.'),
  code: z.enum(codes).describe('Permanent; programs go by this.'),
  request_id: z.string().optional().describe('Include it when you report an error.'),
  did_you_mean: z.string().optional().describe('Of `unknown_patch`: the version or branch that was probably meant.'),
  errors: z
    .array(
      z.strictObject({
        parameter: z.string().describe('Name of the parameter.'),
        message: z.string().describe('What is wrong with it.'),
        allowed: z.array(z.string()).optional().describe('The values, or the range, that it can have.'),
        did_you_mean: z.string().optional().describe('The name that was probably meant.'),
      }),
    )
    .optional()
    .describe(
      `Of \`invalid_parameter\`: every validation error of the request at once; of wrong names of a kind the first ${maxReportedNames}, then how many more there are.`,
    ),
})

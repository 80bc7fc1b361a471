import { z } from 'zod'
import { problems, type ProblemCode } from '../errors.ts'

const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/** Body of every error (RFC 9457, spec 7). */
export const problemSchema = z.strictObject({
  type: z.string().describe('Where the code is explained: `/errors#<code>`.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What is wrong with this request, and what to do.'),
  code: z.enum(codes).describe('Permanent; programs go by this.'),
  request_id: z.string().optional().describe('Tell it to us when something is wrong here.'),
  errors: z
    .array(
      z.strictObject({
        parameter: z.string(),
        message: z.string(),
        allowed: z.array(z.string()).optional(),
        did_you_mean: z.string().optional(),
      }),
    )
    .optional()
    .describe('Of `invalid_parameter`: every fault of the request at once.'),
})

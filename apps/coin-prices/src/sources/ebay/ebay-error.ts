import { type FetchAnswer, PermanentError } from 'pawl'
import { z } from 'zod'
import { badAnswer } from '../shared/bad-answer.ts'

const errors = z.object({
  errors: z.array(
    z.object({
      errorId: z.number(),
      message: z.string().default(''),
      longMessage: z.string().optional(),
      parameters: z.array(z.object({ name: z.string(), value: z.string().default('') })).default([]),
    }),
  ),
})

/** The error bodies of eBay's REST interfaces, in one line. Undefined: the body is none of them. */
export function ebayErrorText(answer: FetchAnswer): string | undefined {
  let json: unknown
  try {
    json = answer.json()
  } catch {
    return undefined
  }
  const read = errors.safeParse(json)
  if (!read.success || read.data.errors.length === 0) return undefined
  return read.data.errors
    .map(({ errorId, message, longMessage, parameters }) => {
      const named = parameters.map(({ name, value }) => `${name}=${value}`).join(', ')
      return `${errorId} ${longMessage ?? message}${named === '' ? '' : ` (${named})`}`
    })
    .join('; ')
}

/** What an answer of eBay that is neither 200 nor retryable means for the job. 401 is for the caller, who knows the token. */
export function ebayError(source: string, answer: FetchAnswer): Error {
  const text = ebayErrorText(answer)
  if (answer.status === 403) {
    return new PermanentError(
      `${source}: the key has no access (${text ?? 'status 403'}); ask eBay for it, or disable the source`,
    )
  }
  if (answer.status === 400 || answer.status === 404 || answer.status === 409) {
    return new PermanentError(
      `${source}: eBay refuses the query (${text ?? `status ${answer.status}`}); check query_params`,
    )
  }
  return badAnswer(source, 'a page of results', answer)
}

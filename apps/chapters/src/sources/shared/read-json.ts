import type { FetchAnswer } from 'pawl'
import type { z } from 'zod'
import { badAnswer } from './bad-answer.ts'

/** The JSON of an answer, of the shape that it must have as a whole. What stands before a service answers with pages. */
export function readJson<Schema extends z.ZodType>(
  source: string,
  answer: FetchAnswer,
  schema: Schema,
): z.output<Schema> {
  if (!/\bjson\b/i.test(answer.headers.get('content-type') ?? '')) throw badAnswer(source, 'JSON', answer)
  let json: unknown
  try {
    json = answer.json()
  } catch (error) {
    throw badAnswer(source, 'JSON that can be read to its end', answer, error)
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  throw badAnswer(source, `JSON of its usual shape (/${path.join('/')}: ${message})`, answer, read.error)
}

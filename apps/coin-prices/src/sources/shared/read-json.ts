import type { FetchAnswer } from 'pawl'
import type { z } from 'zod'
import { badAnswer } from './bad-answer.ts'

/** The JSON of an answer in its documented shape. */
export function readJson<Schema extends z.ZodType>(
  source: string,
  answer: FetchAnswer,
  schema: Schema,
): z.output<Schema> {
  let json: unknown
  try {
    json = answer.json()
  } catch (error) {
    throw badAnswer(source, 'JSON', answer, error)
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  // without the error of the schema as its cause: the engine takes such an error for a permanent one
  throw badAnswer(source, `JSON of its usual shape (/${path.join('/')}: ${message})`, answer)
}

import type { z } from '@hono/zod-openapi'
import { ProblemError } from '../problems/problem-error.ts'

/** Where the next page of a list begins, as a text that clients pass back and do not read. */
export function encodeCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** It comes from outside: read with care, and checked like anything else that does. */
export function decodeCursor<S extends z.ZodType>(cursor: string, schema: S): z.infer<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new ProblemError(400, 'invalid-request', 'after is what an earlier page returned as next', {
      faults: [{ in: 'query', path: '/after', message: 'not the `next` of an earlier page' }],
    })
  }
}

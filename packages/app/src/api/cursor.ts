import type { z } from '@hono/zod-openapi'
import { ProblemError } from '../problems/problem-error.ts'

/** The position of a row in a list as an opaque text, which clients pass back. */
export function encodeCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Reads a cursor that a client passes back; another text answers 400. */
export function decodeCursor<S extends z.ZodType>(cursor: string, schema: S): z.infer<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new ProblemError(400, 'invalid-request', 'after is what an earlier page returned as next', {
      faults: [{ in: 'query', path: '/after', message: 'not the `next` of an earlier page' }],
    })
  }
}

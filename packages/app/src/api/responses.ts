import type { z } from '@hono/zod-openapi'
import { problem } from './schemas.ts'

const descriptions = {
  400: 'The request is not as described; each fault is named by its path',
  401: 'No token, or not one of this server',
  403: 'The token may look and not act, or a page of another origin sent this',
  404: 'There is nothing of this name',
  408: 'The body is too slow',
  409: 'What is there does not allow it',
  413: 'The request is too large',
  415: 'The body is not sent as JSON, or is compressed',
  421: 'The server is not known by this host name',
  429: 'Too many requests from this address, or too many event streams of this token',
  503: 'The database does not answer, or too many reads wait',
} as const

type ProblemStatus = keyof typeof descriptions

const always = [401, 421, 429, 503] as const
/** Of each route that takes a body: it names 413. */
const ofBodies = [408] as const

/** A JSON answer. */
export function json<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/**
 * The problems that a route may answer with. Every route also has 401, 421, 429 and 503, and one with 413, which takes a body, 408.
 */
export function problems<const S extends readonly ProblemStatus[]>(...statuses: S) {
  const content = { 'application/problem+json': { schema: problem } }
  return Object.fromEntries(
    [...statuses, ...(statuses.includes(413) ? ofBodies : []), ...always].map((status) => [
      status,
      { description: descriptions[status], content },
    ]),
  ) as unknown as Record<never, never>
}

/** The body of a request. */
export function jsonBody<S extends z.ZodType>(schema: S, required = true) {
  return { body: { required, content: { 'application/json': { schema } } } }
}

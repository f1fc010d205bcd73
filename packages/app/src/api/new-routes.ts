import { OpenAPIHono } from '@hono/zod-openapi'
import type { Env } from 'hono'
import type { BlankEnv } from 'hono/types'
import { faultsOf } from '../problems/faults-of.ts'
import { ProblemError } from '../problems/problem-error.ts'

const places = {
  json: 'body',
  form: 'body',
  query: 'query',
  header: 'header',
  cookie: 'header',
  param: 'path',
} as const

/** An empty group of routes whose schemas answer with problem documents. A path parameter that no id can be answers 404. */
export function newRoutes<E extends Env = BlankEnv>(): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result) => {
      if (result.success) return
      const faults = faultsOf(places[result.target as keyof typeof places] ?? 'body', result.error.issues)
      if (result.target === 'param')
        throw new ProblemError(404, 'not-found', 'there is nothing of this name', { faults })
      throw new ProblemError(
        400,
        'invalid-request',
        faults
          .map(({ path, message }) => `${path}: ${message}`)
          .slice(0, 3)
          .join('; '),
        { faults },
      )
    },
  })
}

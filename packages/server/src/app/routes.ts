/**
 * The export `@pawl/server/routes`: what an application makes its routes of, so that they check, answer and page like the server's
 * own and are in its description. See docs/server.md.
 */
export { createRoute, z } from '@hono/zod-openapi'
export { type Fault, ProblemError, type ProblemOptions } from '../problems/problem-error.ts'
export { inTransaction } from '../requests/in-transaction.ts'
export { decodeCursor, encodeCursor } from '../routes/shared/cursor.ts'
export { json, jsonBody, problems } from '../routes/shared/responses.ts'
export { instant, limit, name } from '../routes/shared/schemas.ts'
export { type Wire, wire } from '../routes/shared/wire.ts'
export { newAppRoutes as newRoutes } from './new-app-routes.ts'

/**
 * The export `@pawl/app/api`: what the routes of an application are made of. They check, answer and page like the server's own and
 * are in its description. See docs/applications.md.
 */
export { createRoute, z } from '@hono/zod-openapi'
export { faultsOf } from '../problems/faults-of.ts'
export { jsonPointer } from '../problems/json-pointer.ts'
export { idAfter, nextAfter } from './by-id.ts'
export { decodeCursor, encodeCursor } from './cursor.ts'
export { newRoutes } from './new-routes.ts'
export { nextOf } from './next-of.ts'
export { type ReaderRoutesOptions, readerRoutes } from './reader-routes.ts'
export { json, jsonBody, problems } from './responses.ts'
export { after, bodyId, id, instant, limit, name, next, page, problem } from './schemas.ts'
export { type Wire, wire } from './wire.ts'

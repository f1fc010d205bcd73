import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerEnv } from '../server-env.ts'

/** The description of all routes, OpenAPI 3.1. */
export function describeApi(api: OpenAPIHono<ServerEnv>, basePath: string): object {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Pawl',
      version: '0.1.0',
      description: 'Durable background work on PostgreSQL. Errors are problem documents (RFC 9457).',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: `${basePath}/api` }],
    security: [{ bearer: [] }, { session: [] }],
  })
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer', description: 'a token of the server; to act it needs the role operate' },
    session: { type: 'apiKey', in: 'cookie', name: 'pawl_session', description: 'set by /login, for browsers' },
  }
  return { ...document, components: { ...document.components, securitySchemes } }
}

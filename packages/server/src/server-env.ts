import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Identity } from './access/identify.ts'

/** What a request carries through the server. */
export type ServerEnv = {
  /** What the Node listener gives; elsewhere, what whoever calls `fetch` knows. */
  Bindings:
    | { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse; readonly address?: string }
    | undefined
  Variables: { client: Identity }
}

export type ServerContext = Context<ServerEnv>

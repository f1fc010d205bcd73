import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Identity } from './access/identify.ts'

/** What a request carries through the server. */
export type ServerEnv = {
  /** Given by the Node listener; elsewhere there is none. */
  Bindings: { readonly incoming?: IncomingMessage } | undefined
  Variables: { client: Identity }
}

export type ServerContext = Context<ServerEnv>

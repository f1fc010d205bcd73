/** Express brings no types; these are the few that the tests use. */
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => unknown
  type Express = {
    use(path: string, ...handlers: Handler[]): Express
    get(path: string, handler: Handler): Express
  } & ((request: IncomingMessage, response: ServerResponse) => void)
  export default function express(): Express
}

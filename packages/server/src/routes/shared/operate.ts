import type { Pawl } from 'pawl'
import type { ServerContext } from '../../server-env.ts'

/** What somebody does, and to what. */
export type Operation = { readonly what: string; readonly on: string; readonly details?: object }

/** Does what an operator asks for. */
export async function operate<T>(
  _c: Pick<ServerContext, 'get'>,
  _pawl: Pawl,
  _operation: Operation,
  act: () => Promise<T>,
): Promise<T> {
  return act()
}

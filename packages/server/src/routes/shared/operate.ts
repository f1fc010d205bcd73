import { type Pawl, PawlError } from 'pawl'
import type { ServerContext } from '../../server-env.ts'

/** What somebody does, and to what. */
export type Operation = { readonly what: string; readonly on: string; readonly details?: object }

/** So much of a name is kept in the record. */
const longest = 200

/**
 * Does what an operator asks for, and puts it on record: before it is done, so that nothing can be done without a trace. What
 * fails is recorded once more, with its reason.
 */
export async function operate<T>(
  c: Pick<ServerContext, 'get'>,
  pawl: Pawl,
  operation: Operation,
  act: () => Promise<T>,
): Promise<T> {
  await record(c, pawl, operation)
  try {
    return await act()
  } catch (error) {
    await recordFailure(c, pawl, operation, error instanceof PawlError ? error.code : 'internal')
    throw error
  }
}

export async function record(c: Pick<ServerContext, 'get'>, pawl: Pawl, operation: Operation): Promise<void> {
  const { what, on, details = {} } = operation
  const { name: who, by } = c.get('client')
  await pawl.operations.record({ who, what, on: on.slice(0, longest), details: { ...details, by } })
}

/** The failure is what the client is told of, also when it cannot be recorded. */
export async function recordFailure(
  c: Pick<ServerContext, 'get'>,
  pawl: Pawl,
  { what, on }: Operation,
  failed: string,
): Promise<void> {
  await record(c, pawl, { what, on, details: { failed } }).catch(() => {})
}

import { type Pawl, PawlError } from 'pawl'
import type { ServerContext } from '../../server-env.ts'

/** What somebody does, and to what. */
export type Operation = { readonly what: string; readonly on: string; readonly details?: object }

/** An operation on record, to which its failure is added. */
type Recorded = { readonly id: string }

/** So much of a name is kept in the record. */
const longest = 200

/**
 * Does what an operator asks for, and puts it on record: before it is done, so that nothing can be done without a trace. The
 * reason of a failure is added to the record.
 */
export async function operate<T>(
  c: Pick<ServerContext, 'get'>,
  pawl: Pawl,
  operation: Operation,
  act: () => Promise<T>,
): Promise<T> {
  const recorded = await record(c, pawl, operation)
  try {
    return await act()
  } catch (error) {
    await recordFailure(pawl, recorded, error instanceof PawlError ? error.code : 'internal')
    throw error
  }
}

export function record(c: Pick<ServerContext, 'get'>, pawl: Pawl, operation: Operation): Promise<Recorded> {
  const { what, on, details = {} } = operation
  const { name: who, by } = c.get('client')
  return pawl.operations.record({ who, what, on: on.slice(0, longest), details: { ...details, by } })
}

/** The failure is what the client is told of, also when it cannot be recorded. */
export async function recordFailure(pawl: Pawl, recorded: Recorded, failed: string): Promise<void> {
  await pawl.operations.fail(recorded, failed).catch(() => {})
}

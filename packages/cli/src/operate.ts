import { hostname, userInfo } from 'node:os'
import type { Pawl } from 'pawl'
import { CliError } from './cli-error.ts'
import type { CommandContext } from './command.ts'

/** One thing that an operator does to one thing, in the words of the record. */
export type Operation = { readonly what: string; readonly on: string; readonly details?: object }

/** So much of a name is kept in the record. */
const longest = 200

/**
 * Does something, and records who did it: before it is done, so that nothing can be done without a trace. The reason of a
 * failure is added to the record.
 */
export async function operate<T>(
  context: Pick<CommandContext, 'pawl'>,
  { what, on: given, details }: Operation,
  act: (pawl: Pawl) => Promise<T>,
  /** For those that do not throw. */
  failureOf: (value: T) => string | undefined = () => undefined,
): Promise<T> {
  const pawl = await context.pawl()
  const who = whoever()
  const on = given.slice(0, longest)
  const recorded = await pawl.operations.record({ who, what, on, ...(details === undefined ? {} : { details }) })
  // the failure is what is told, also when it cannot be recorded
  const recordFailure = (failed: string) => pawl.operations.fail(recorded, failed).catch(() => {})
  try {
    const value = await act(pawl)
    const failed = failureOf(value)
    if (failed !== undefined) await recordFailure(failed)
    return value
  } catch (error) {
    const { PawlError } = await import('pawl')
    await recordFailure(error instanceof PawlError ? error.code : error instanceof CliError ? 'refused' : 'internal')
    throw error
  }
}

/** The account at this machine; whoever can reach the database can call himself anything. */
function whoever(): string {
  let user = 'unknown'
  try {
    user = userInfo().username
  } catch {
    // an account without a name, as in many containers
  }
  return `${user}@${hostname()} (command line)`
}

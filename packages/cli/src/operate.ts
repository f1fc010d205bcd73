import { hostname, userInfo } from 'node:os'
import type { Pawl } from 'pawl'
import type { CommandContext } from './command.ts'

/** One thing that an operator does to one thing, in the words of the record. */
export type Operation = { readonly what: string; readonly on: string; readonly details?: object }

/** Does something and records who did it. What failed is not recorded, as nothing was done. */
export async function operate<T>(
  context: Pick<CommandContext, 'pawl'>,
  operation: Operation,
  act: (pawl: Pawl) => Promise<T>,
): Promise<T> {
  const pawl = await context.pawl()
  const result = await act(pawl)
  await pawl.operations.record({ who: whoever(), ...operation })
  return result
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

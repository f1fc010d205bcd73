import type { CommandSummary } from './command.ts'
import { commands } from './commands/index.ts'

/** Our commands: those that are wanted are whole, and of the others there is a summary. */
export function loadCommands(isWanted: (name: string) => boolean): Promise<readonly CommandSummary[]> {
  return Promise.all(commands.map(async (one) => (isWanted(one.name) ? { ...one, ...(await one.load()) } : one)))
}

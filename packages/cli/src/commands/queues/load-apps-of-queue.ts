import type { CommandContext } from '../../command.ts'

/** A queue that the database does not list may be in the configuration, whose applications are loaded to see. */
export async function loadAppsOfQueue(context: CommandContext, queue: string): Promise<void> {
  const listed = await (await context.pawl()).queues.list()
  if (!listed.some((each) => each.queue === queue)) await context.loadAllApps()
}

import type { Pawl } from 'pawl'
import type { CommandContext } from './command.ts'

/**
 * Reads without applications. A queue or type that the database does not know may be in the configuration: then all applications
 * are loaded, and it reads again.
 */
export async function readByName<T>(context: CommandContext, read: (pawl: Pawl) => Promise<T>): Promise<T> {
  try {
    return await read(await context.pawl())
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (!['unknown-queue', 'unknown-type'].includes(code)) throw error
    await context.loadAllApps()
    return read(await context.pawl())
  }
}

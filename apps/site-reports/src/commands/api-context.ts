import type { AppCommandContext } from '@pawl/app'
import type { Desk, DeskParts } from '../api/api-options.ts'

/** What a command works with. */
export function deskOf({ pawl, db }: Pick<AppCommandContext, 'pawl' | 'db'>, parts: DeskParts): Desk {
  return { pawl, db, ...parts }
}

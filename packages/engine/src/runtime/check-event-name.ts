import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { suggest } from '../suggest.ts'
import { eventLevels } from './event-levels.ts'

/** Refuses the name of an event that never comes. */
export function checkEventName(name: string): void {
  if (Object.hasOwn(eventLevels, name)) return
  throw new PawlError(
    'unknown-event',
    `there is no event ${show(name)}${suggest(String(name), Object.keys(eventLevels))}`,
  )
}

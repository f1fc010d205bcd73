import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** How often something happened, by name and labels: what a metrics endpoint exports. */
export type EventCount = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly count: number
}

const read = statement('event_counts')

/** What all workers have counted, as far as their heartbeats have told. */
export function readEventCounts(runner: Runner): Promise<EventCount[]> {
  return runner.run(read)
}

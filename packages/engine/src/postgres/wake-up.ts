import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const tell = statement('wake_up', ['woken'])

/** NOTIFY takes 8,000 bytes. */
const maxPayload = 7_900

/** What tells the workers that these lanes have work: their ids, '*' for too many of them, '' for none. */
export function wakeUp(lanes: Iterable<number>): string {
  const ids = [...new Set(lanes)].join(',')
  return ids.length > maxPayload ? '*' : ids
}

export function tellOf(runner: Runner, lanes: Iterable<number>): Promise<unknown> {
  return runner.run(tell, [wakeUp(lanes)])
}

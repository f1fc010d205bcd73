import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { laneNames } from '../postgres/lanes.ts'
import type { Runner } from '../postgres/runner.ts'
import { suggest } from '../suggest.ts'
import type { Registry } from './registry.ts'

/**
 * Refuses a queue or a type that neither this process nor the ledger has heard of: a typo would find nothing and say nothing.
 * The ledger is asked about names that are not in the code, so that jobs of other processes and older releases are found.
 */
export async function checkFilter(
  runner: Runner,
  registry: Registry,
  { queue, type }: { readonly queue?: string | undefined; readonly type?: string | undefined },
): Promise<void> {
  const queueHere = queue === undefined || registry.queues.has(queue)
  const typeHere = type === undefined || registry.definitions.has(type)
  if (queueHere && typeHere) return
  const met = await laneNames(runner)
  if (!queueHere) refuseUnknown('queue', queue, [...registry.queues.keys(), ...met.queues])
  if (!typeHere) refuseUnknown('type', type, [...registry.definitions.keys(), ...met.types])
}

function refuseUnknown(what: 'queue' | 'type', name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  throw new PawlError(`unknown-${what}`, `no job ever had the ${what} ${show(name)}${suggest(String(name), known)}`)
}

import { type ClaimResult, untilNextStart } from '../../postgres/claim.ts'
import { lanesWithWork } from '../../postgres/lanes.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { HotLanes } from './hot-lanes.ts'
import type { Pool } from './pool.ts'

/**
 * What cannot be claimed for now is asked, or an empty line would look as if it had work until it can be. Lanes are cold until
 * the answer, as while a claim is under way: what is told of them in between warms them, and the answer takes none of it back.
 */
export async function coolEmpty(runner: Runner, all: readonly HotLanes[], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const lanes of all) lanes.cool(ids)
  const waiting = await lanesWithWork(runner, ids).catch((error) => {
    for (const lanes of all) lanes.warm(ids)
    throw error
  })
  for (const lanes of all) lanes.warm(waiting)
}

type RatedLanes = { readonly pool: Pool; readonly line: HotLanes; notBefore: number }

/** Fewer than wanted from a queue with a start rate: either the rate is used up, or its line is empty. */
export async function awaitRate(
  runner: Runner,
  lanes: RatedLanes,
  ids: readonly number[],
  { claimed }: ClaimResult,
): Promise<void> {
  const { queue, startRate } = lanes.pool.options
  const ms = await untilNextStart(runner, queue, startRate!)
  if (ms > 0) {
    lanes.notBefore = performance.now() + ms
    // a line that is empty need not wait for the rate: whoever drains would wait with it
    await coolEmpty(runner, [lanes.line], ids)
  } else if (claimed.some(({ lease }) => ids.includes(lease.lane))) lanes.line.warm(ids)
}

import { type ClaimResult, untilNextStart } from '../../postgres/claim.ts'
import { lanesWithWork } from '../../postgres/lanes.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { HotLanes } from './hot-lanes.ts'
import type { Pool } from './pool.ts'

/** What cannot be claimed for now is asked, or an empty line would look as if it had work until it can be. */
export async function coolEmpty(runner: Runner, lanes: HotLanes, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const waiting = new Set(await lanesWithWork(runner, ids))
  lanes.cool(ids.filter((id) => !waiting.has(id)))
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
  const some = claimed.some(({ lease }) => ids.includes(lease.lane))
  // until the answers are there they may have work
  lanes.line.warm(ids)
  const ms = await untilNextStart(runner, queue, startRate!)
  if (ms > 0) {
    lanes.notBefore = performance.now() + ms
    // a line that is empty need not wait for the rate: whoever drains would wait with it
    await coolEmpty(runner, lanes.line, ids)
  } else if (!some) lanes.line.cool(ids)
}

import type { HotLanes, LanePick } from './hot-lanes.ts'
import type { Pool } from './pool.ts'

/** The lanes that one pool is served from. */
export type PoolLanes = {
  readonly pool: Pool
  readonly line: HotLanes
  readonly alone: HotLanes
  /** How many one claim may bring. */
  readonly most: number
  notBefore: number
}

/** What one claim is to bring to one pool. */
export type PoolPick = {
  readonly lanes: PoolLanes
  readonly limit: number
  readonly free: number
  readonly picked: readonly LanePick[]
}

export function idsOf(picked: readonly { readonly id: number }[]): number[] {
  return picked.map(({ id }) => id)
}

import type { App } from '@pawl/app'
import type { Pawl } from 'pawl'
import type pg from 'pg'
import type { Links } from '../access/links.ts'
import type { EventStreams } from '../events/event-streams.ts'
import type { LiveFeed } from '../events/live-feed.ts'
import type { RoutePool } from './apps/route-pool.ts'

/** What routes are made with. */
export type RouteServices = {
  readonly pawl: Pawl
  readonly db: pg.Pool
  readonly routePool?: RoutePool
  readonly apps: readonly App[]
  readonly basePath: string
  readonly feed: LiveFeed
  readonly pollMs: number
  readonly streams: EventStreams
  readonly links: Links
}

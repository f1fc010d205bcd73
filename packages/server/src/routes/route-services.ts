import type { Pawl } from 'pawl'
import type pg from 'pg'
import type { App } from '../app.ts'
import type { LiveFeed } from '../events/live-feed.ts'

/** What routes are made with. */
export type RouteServices = {
  readonly pawl: Pawl
  readonly db: pg.Pool
  readonly apps: readonly App[]
  readonly basePath: string
  readonly feed: LiveFeed
  readonly pollMs: number
  readonly onError: (error: unknown, id: string) => void
  /** The server is closing: live streams end. */
  readonly signal: AbortSignal
}

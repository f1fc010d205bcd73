import type { Pawl } from 'pawl'
import type pg from 'pg'
import type { App } from '../app.ts'

/** What routes are made with. */
export type RouteServices = {
  readonly pawl: Pawl
  readonly db: pg.Pool
  readonly apps: readonly App[]
  readonly basePath: string
  /** The server is closing: live streams end. */
  readonly signal: AbortSignal
}

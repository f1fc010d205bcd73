import type { Pawl } from 'pawl'
import type pg from 'pg'
import type { SiteReportsSettings } from '../options.ts'
import type { ReportStages } from '../stages/report-stages.ts'

/** What the actions of the API run with. */
export type ApiContext = {
  readonly pawl: Pawl
  readonly db: pg.Pool
  readonly stages: ReportStages
  readonly settings: Pick<SiteReportsSettings, 'sites' | 'publicUrl'>
}

/** What routes and commands are made with. */
export type ApiOptions = Pick<ApiContext, 'stages' | 'settings'>

import type { Pawl } from 'pawl'
import type pg from 'pg'
import type { SiteReportsSettings } from '../options.ts'
import type { ReportStages } from '../stages/report-stages.ts'

/** What people's wishes are made true with. */
export type Desk = {
  readonly pawl: Pawl
  readonly db: pg.Pool
  readonly stages: ReportStages
  readonly settings: Pick<SiteReportsSettings, 'sites' | 'publicUrl'>
}

/** The same before there is a database. */
export type DeskParts = Pick<Desk, 'stages' | 'settings'>

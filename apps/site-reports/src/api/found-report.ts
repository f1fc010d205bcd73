import type { Tx } from 'pawl'
import type { Report } from '../report/report.ts'
import { findContent } from '../tables/report-contents.ts'
import { findReport, type ListedReport } from '../tables/reports.ts'
import { unfinished, unknownReport } from './not-found.ts'

/** A report of this number; throws what whoever asks is told when there is none. */
export async function foundReport(db: Tx, id: number): Promise<ListedReport> {
  const report = await findReport(db, id)
  if (report === undefined) throw unknownReport(id)
  return report
}

/** The content of a report that is done. */
export async function foundContent(db: Tx, id: number): Promise<Report> {
  const { status } = await foundReport(db, id)
  const { content } = await findContent(db, id)
  if (status !== 'completed' || content === null) throw unfinished(id, status)
  return content
}

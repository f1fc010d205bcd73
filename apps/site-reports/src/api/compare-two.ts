import { ProblemError } from '@pawl/app'
import type { Tx } from 'pawl'
import { type Comparison, compareReports } from '../report/compare-reports.ts'
import { newestTwo } from '../tables/reports.ts'
import { foundContent } from './found-report.ts'

/** What has changed between two reports, the older one first whichever was named first. */
export async function compareTwo(db: Tx, one: number, other: number): Promise<Comparison> {
  const [before, after] = [Math.min(one, other), Math.max(one, other)]
  return compareReports(await foundContent(db, before), await foundContent(db, after))
}

/** The same for the two newest reports of an address. */
export async function compareNewest(db: Tx, address: string): Promise<Comparison> {
  const [after, before] = await newestTwo(db, address)
  if (after !== undefined && before !== undefined) return compareTwo(db, before, after)
  throw new ProblemError(409, 'nothing-to-compare', `there are no two finished reports about ${address}`)
}

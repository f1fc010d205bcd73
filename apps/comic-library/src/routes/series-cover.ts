import { ProblemError } from '@pawl/server/routes'
import type { Context } from 'hono'
import type { Tx } from 'pawl'
import { unknownSeries } from '../reader/not-found.ts'
import type { PeopleOptions } from '../reader/people-options.ts'
import { findSeries } from '../tables/listed-series.ts'
import { issueContent } from './issue-content.ts'

/** The cover of a series: that of the issue which stands for it. */
export function seriesCover(db: Tx, options: PeopleOptions): (c: Context, series: number) => Promise<Response> {
  const content = issueContent(db, options)
  return async (c, of) => {
    const series = await findSeries(db, of)
    if (series === undefined) throw unknownSeries(of)
    if (series.coverIssueId === null) throw new ProblemError(404, 'no-cover', `series ${of} has no cover`)
    return content.cover(c, series.coverIssueId)
  }
}

import type { Tx } from 'pawl'
import { seriesKey } from '../names/series-key.ts'
import { type ListedIssue, searchIssues } from '../tables/listed-issues.ts'
import { type ListedSeries, listSeries } from '../tables/listed-series.ts'

export type Search = {
  readonly q: string
  readonly library?: number | undefined
  readonly reader?: number | undefined
  readonly limit: number
}
export type Found = { readonly series: ListedSeries[]; readonly issues: ListedIssue[] }

/** Series by their evened-out names, so that 'spiderman blue' is 'Spider-Man: Blue'; issues by titles and file names. */
export async function search(db: Tx, { q, ...asked }: Search): Promise<Found> {
  const words = q.replaceAll('\0', '')
  const [series, issues] = await Promise.all([
    listSeries(db, { ...asked, part: seriesKey(words) }),
    searchIssues(db, { ...asked, words }),
  ])
  return { series, issues }
}

import { decodeCursor, idAfter, nextAfter, nextOf, z } from '@pawl/app/api'
import type { Tx } from 'pawl'
import { issuesOfSeries, type ListedIssue, newestIssues } from '../tables/listed-issues.ts'
import { type ListedSeries, listSeries, type SeriesFilter } from '../tables/listed-series.ts'

/** A page of a list, and what the next one begins after. */
export type PageOf<T> = { readonly rows: T[]; readonly next: string | null }

export type Asked = {
  readonly after?: string | undefined
  readonly limit: number
  readonly reader?: number | undefined
}

/** What PostgreSQL cannot hold is in none of its texts. */
const text = z.string().refine((value) => !value.includes('\0'))
const seriesPlace = z.strictObject({ nameKey: text, id: z.number().int() })
const issuePlace = z.strictObject({ sortKey: text, path: text })

/** Series by name. */
export async function pageOfSeries(
  db: Tx,
  { after, ...asked }: Asked & Pick<SeriesFilter, 'library' | 'part'>,
): Promise<PageOf<ListedSeries>> {
  const rows = await listSeries(db, {
    ...asked,
    after: after === undefined ? undefined : decodeCursor(after, seriesPlace),
  })
  return { rows, next: nextOf(rows, asked.limit, ({ nameKey, id }) => ({ nameKey, id })) }
}

/** Issues of a series in their order. */
export async function pageOfIssues(db: Tx, series: number, { after, ...asked }: Asked): Promise<PageOf<ListedIssue>> {
  const from = after === undefined ? undefined : decodeCursor(after, issuePlace)
  const rows = await issuesOfSeries(db, series, { ...asked, after: from })
  return { rows, next: nextOf(rows, asked.limit, ({ sortKey, path }) => ({ sortKey, path })) }
}

/** Issues, the newest first. */
export async function pageOfNewest(db: Tx, { after, ...asked }: Asked): Promise<PageOf<ListedIssue>> {
  const rows = await newestIssues(db, { ...asked, before: idAfter(after) })
  return { rows, next: nextAfter(rows, asked.limit) }
}

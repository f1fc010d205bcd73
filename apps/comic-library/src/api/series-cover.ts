import { readFile } from 'node:fs/promises'
import { ProblemError } from '@pawl/app'
import type { Context } from 'hono'
import type { Tx } from 'pawl'
import type { Page } from '../archive/archives.ts'
import { CoverCache } from '../covers/cover-cache.ts'
import { findSeries } from '../tables/listed-series.ts'
import type { ApiOptions } from './api-options.ts'
import { issueContent } from './issue-content.ts'
import { unknownSeries } from './not-found.ts'
import { sendImage } from './send-image.ts'

/** The cover of a series: one of an outside catalogue, if it had one, else that of the issue which stands for it. */
export function seriesCover(db: Tx, options: ApiOptions): (c: Context, series: number) => Promise<Response> {
  const content = issueContent(db, options)
  return async (c, of) => {
    const series = await findSeries(db, of)
    if (series === undefined) throw unknownSeries(of)
    const { catalogueCover } = series
    const kept = catalogueCover === null ? undefined : await fromCatalogue(catalogueCover, options)
    if (kept !== undefined) return sendImage(c, `${catalogueCover}-${options.covers.options.width}`, async () => kept)
    if (series.coverIssueId === null) throw new ProblemError(404, 'no-cover', `series ${of} has no cover`)
    return content.cover(c, series.coverIssueId)
  }
}

/** Undefined where the cache was emptied. */
async function fromCatalogue(key: string, { covers }: ApiOptions): Promise<Page | undefined> {
  const bytes = await readFile(covers.pathOf(CoverCache.keyOf(key))).catch(() => undefined)
  return bytes === undefined ? undefined : { bytes, type: covers.type }
}

import { ProblemError } from '@pawl/app'
import type { Pawl, Tx } from 'pawl'
import { addSource, seriesAt } from '../tables/followed-series.ts'
import type { ApiOptions } from './api-options.ts'
import { checkHost } from './check-host.ts'
import { pollNow } from './poll-now.ts'
import { recognise } from './recognise.ts'

/** Looks for a series at another source, too: its chapters there join those that are known, by their numbers. */
export async function addSourceTo(
  { pawl, db }: { readonly pawl: Pawl; readonly db: Tx },
  options: ApiOptions,
  seriesId: number,
  url: string,
): Promise<void> {
  const place = recognise(options, url)
  if ((await seriesAt(db, place)) === undefined) await checkHost(options, place)
  const added = await addSource(db, seriesId, place)
  if (added !== undefined) {
    await pollNow({ pawl, db }, options, seriesId, [added])
    return
  }
  const owner = await seriesAt(db, place)
  if (owner === seriesId) return
  throw new ProblemError(
    409,
    'source-taken',
    `this address belongs to series ${owner}; merge that one into this one, if they are the same`,
  )
}

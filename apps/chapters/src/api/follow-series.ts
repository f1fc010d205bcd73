import type { Pawl, Tx } from 'pawl'
import { type FollowedSeries, makeSeries, seriesAt } from '../tables/followed-series.ts'
import { addToLibrary } from '../tables/library.ts'
import { readers } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { checkHost } from './check-host.ts'
import { pollNow } from './poll-now.ts'
import { recognise } from './recognise.ts'

/** Follows a series by its address: made if nobody did before, and then polled at once; in the library of a reader, if one is named. */
export async function followSeries(
  { pawl, db }: { readonly pawl: Pawl; readonly db: Tx },
  options: ApiOptions,
  {
    url,
    reader,
    notify,
  }: { readonly url: string; readonly reader?: number | undefined; readonly notify?: boolean | undefined },
): Promise<FollowedSeries> {
  const place = recognise(options, url)
  if (reader !== undefined) await readers.get(db, reader)
  if ((await seriesAt(db, place)) === undefined) await checkHost(options, place)
  const followed = await makeSeries(db, place)
  if (reader !== undefined) await addToLibrary(db, reader, followed.seriesId, notify)
  if (followed.isNew) await pollNow({ pawl, db }, options, followed.seriesId)
  return followed
}

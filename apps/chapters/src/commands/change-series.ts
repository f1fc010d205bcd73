import { type AppCommandContext, readId } from '@pawl/app'
import type { Tx } from 'pawl'
import { unknownSeries } from '../api/not-found.ts'
import { findSeries } from '../tables/listed-series.ts'

/** Does something to the series whose number was typed, and says that it is done. */
export async function changeSeries(
  { db, args: [given], json, print, say }: AppCommandContext,
  change: (db: Tx, id: number) => Promise<unknown>,
  done: string,
): Promise<number> {
  const id = readId('series', given)
  if ((await findSeries(db, id)) === undefined) throw unknownSeries(id)
  await change(db, id)
  if (json) print(JSON.stringify({ seriesId: id }))
  else say(`series ${id} ${done}`)
  return 0
}

import { type AppCommand, readId } from '@pawl/app'
import { addSourceTo } from '../api/add-source-to.ts'
import type { ApiOptions } from '../api/api-options.ts'
import { followSeries } from '../api/follow-series.ts'
import { unknownSeries } from '../api/not-found.ts'
import { findSeries } from '../tables/listed-series.ts'
import { readers } from '../tables/readers.ts'

export const addCommand = (api: ApiOptions): AppCommand => ({
  name: 'add',
  summary: 'follow a series by its address',
  args: ['<url>'],
  options: {
    '--reader <name>': 'put it into the library of this reader',
    '--to <series>': 'look for this series there, too, and not for a new one',
  },
  examples: ['pawl chapters add https://mangadex.org/title/a96676e5-8ae2-425e-b549-7f15dd34a6d8'],
  async run({ pawl, db, args: [url = ''], options, json, print, say }) {
    const reader = typeof options.reader === 'string' ? (await readers.getNamed(db, options.reader)).id : undefined
    const to = typeof options.to === 'string' ? readId('series', options.to) : undefined
    if (to !== undefined && (await findSeries(db, to)) === undefined) throw unknownSeries(to)
    if (to !== undefined) await addSourceTo({ pawl, db }, api, to, url)
    const { seriesId, isNew } = await followSeries({ pawl, db }, api, { url, reader })
    if (json) print(JSON.stringify({ seriesId, isNew }))
    else print(String(seriesId))
    say(isNew ? `series ${seriesId} is followed and being polled` : `series ${seriesId} was known already`)
    return 0
  },
})

import { phase } from 'pawl'
import type { ScanParts } from '../scan/scan-parts.ts'
import { holdLibrary } from '../tables/libraries.ts'
import { addToScan, countExistingSeries } from '../tables/scans.ts'
import { countNamesWithoutSeries, makeSeries, namesWithoutSeries, type SeriesName } from '../tables/series-names.ts'

/** Makes the series that files speak of and that are not there: name after name, in order, one after the other. */
export function series({ settings }: Pick<ScanParts, 'settings'>) {
  return phase<SeriesName>('series', {
    async undone(tx, subject, { after, limit }) {
      const names = await namesWithoutSeries(tx, subject, placeOf(after), limit)
      const last = names.at(-1)
      return last === undefined ? [] : { rows: names, after: JSON.stringify([last.nameKey, last.apartKey]) }
    },
    key: ({ nameKey, apartKey }) => `${nameKey}/${apartKey}`.slice(0, 500),
    async count(tx, subject, { run }) {
      await countExistingSeries(tx, run, subject)
      return countNamesWithoutSeries(tx, subject)
    },
    async write(tx, rows, { subject, run }) {
      await holdLibrary(tx, subject)
      const seriesNew = await makeSeries(
        tx,
        subject,
        rows.map(({ row }) => row),
      )
      await addToScan(tx, run, { seriesNew })
      return { new: seriesNew }
    },
    batch: settings.batch.series,
    label: 'Creating series',
    unit: '',
  })
}

function placeOf(after: string | null): SeriesName {
  const [nameKey, apartKey] = after === null ? ['', ''] : (JSON.parse(after) as [string, string])
  return { nameKey, apartKey }
}

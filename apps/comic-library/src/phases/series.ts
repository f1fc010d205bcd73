import { phase } from 'pawl'
import { holdLibrary } from '../tables/libraries.ts'
import { addToScan, countExistingSeries } from '../tables/scans.ts'
import { makeSeries, namesWithoutSeries, type SeriesName } from '../tables/series-names.ts'

/** Makes the series that files speak of and that are not there: name after name, in order, one after the other. */
export function series() {
  return phase<SeriesName>('series', {
    async undone(tx, subject, { after, limit }, { run }) {
      if (after === null) await countExistingSeries(tx, run, subject)
      const names = await namesWithoutSeries(tx, subject, placeOf(after), limit)
      const last = names.at(-1)
      return last === undefined ? [] : { rows: names, after: JSON.stringify([last.nameKey, last.apartKey]) }
    },
    key: ({ nameKey, apartKey }) => `${nameKey}/${apartKey}`.slice(0, 500),
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
    // each page looks at all files that wait: few pages
    batch: 1_000,
    label: 'Creating series',
    unit: 'series',
  })
}

function placeOf(after: string | null): SeriesName {
  const [nameKey, apartKey] = after === null ? ['', ''] : (JSON.parse(after) as [string, string])
  return { nameKey, apartKey }
}

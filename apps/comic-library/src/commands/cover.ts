import { type AppCommand, ProblemError, readId } from '@pawl/app'
import { unknownSeries } from '../api/not-found.ts'
import { findSeries, setSeriesCover } from '../tables/listed-series.ts'

export const coverCommand: AppCommand = {
  name: 'cover',
  summary: 'choose the issue whose cover stands for a series; the first one when none is named',
  args: ['<series>', '[issue]'],
  examples: ['pawl comics cover 12 84'],
  async run({ db, args: [given, typed], json, print, say }) {
    const series = readId('series', given)
    if ((await findSeries(db, series)) === undefined) throw unknownSeries(series)
    const issue = typed === undefined ? null : readId('issue', typed)
    if (!(await setSeriesCover(db, series, issue))) {
      throw new ProblemError(409, 'not-of-series', `issue ${issue} is not one of series ${series}`)
    }
    if (json) print(JSON.stringify({ seriesId: series, issueId: issue }))
    else
      say(issue === null ? `the first issue stands for series ${series}` : `issue ${issue} stands for series ${series}`)
    return 0
  },
}

import { type AppCommand, ProblemError, readId } from '@pawl/app'
import { splitOff, unsplit } from '../api/by-hand.ts'
import { counted } from '../api/grouped.ts'
import { unknownSeries } from '../api/not-found.ts'
import { findSeries } from '../tables/listed-series.ts'

export const splitCommand: AppCommand = {
  name: 'split',
  summary: 'make a series of some issues of another, or of all in a folder, in every scan to come',
  args: ['<series>', '[issues...]'],
  options: {
    '--as <name>': 'what the new one is called; one of this name gets them',
    '--folder <path>': 'all in this folder of the library, what comes later too',
    '--undo': 'these go back to where their names say',
  },
  examples: ['pawl comics split 12 --folder "Batman (2016)" --as "Batman (2016)"', 'pawl comics split 12 81 82 --undo'],
  async run({ db, args: [given, ...issues], options, json, print, say }) {
    const from = readId('series', given)
    const what =
      typeof options.folder === 'string'
        ? {
            folder: options.folder,
            ...(issues.length === 0 ? {} : { issues: issues.map((each) => readId('issue', each)) }),
          }
        : { issues: issues.map((each) => readId('issue', each)) }
    if (options.undo === true) {
      const series = await findSeries(db, from)
      if (series === undefined) throw unknownSeries(from)
      const count = await unsplit(db, series.libraryId, what)
      if (json) print(JSON.stringify({ issues: count }))
      else say(`${counted(count, 'issue')} back where the names say`)
      return 0
    }
    const { seriesName } = await import('../api/inputs.ts')
    const name = seriesName.safeParse(options.as)
    if (!name.success)
      throw new ProblemError(
        400,
        'invalid-name',
        `expected --as with a name for the new series; got '${String(options.as ?? '')}'`,
      )
    const seriesId = await splitOff(db, { from, name: name.data, ...what })
    print(json ? JSON.stringify({ seriesId }) : String(seriesId))
    say(`they are of series ${seriesId} now: ${name.data}`)
    return 0
  },
}

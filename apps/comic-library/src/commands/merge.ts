import { type AppCommand, readId } from '@pawl/app'
import { joinSeries, partSeries } from '../api/by-hand.ts'
import { counted } from '../api/grouped.ts'

export const mergeCommand: AppCommand = {
  name: 'merge',
  summary: 'make one series of two that are the same: the second joins the first, in every scan to come',
  args: ['<series>', '[joining]'],
  options: { '--undo': 'the series has joined another, and stands on its own again' },
  examples: ['pawl comics merge 12 15', 'pawl comics merge 15 --undo'],
  async run({ db, args: [first, second], options, json, print, say }) {
    const staying = readId('series', first)
    if (options.undo === true) {
      const issues = await partSeries(db, staying)
      if (json) print(JSON.stringify({ seriesId: staying, issues }))
      else say(`series ${staying} stands on its own, with ${counted(issues, 'issue')}`)
      return 0
    }
    const joining = readId('series', second)
    await joinSeries(db, { joining, staying })
    if (json) print(JSON.stringify({ seriesId: staying }))
    else say(`series ${joining} has joined series ${staying}`)
    return 0
  },
}

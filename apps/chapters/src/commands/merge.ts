import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { mergeSeries } from '../api/merge-series.ts'

export const mergeCommand = (api: ApiOptions): AppCommand => ({
  name: 'merge',
  summary: 'make one series of two that are the same: the second joins the first',
  args: ['<series>', '<joining>'],
  examples: ['pawl chapters merge 12 15'],
  async run({ pawl, db, args: [first, second], json, print, say }) {
    const [staying, joining] = [readId('series', first), readId('series', second)]
    await mergeSeries({ pawl, db }, api, { joining, staying })
    if (json) print(JSON.stringify({ seriesId: staying }))
    else say(`series ${joining} has joined series ${staying}`)
    return 0
  },
})

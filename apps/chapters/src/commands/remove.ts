import type { AppCommand } from '@pawl/app'
import { removeSeries } from '../tables/followed-series.ts'
import { changeSeries } from './change-series.ts'

export const removeCommand: AppCommand = {
  name: 'remove',
  summary: 'forget a series and all that is known of it, for all readers',
  args: ['<series>'],
  examples: ['pawl chapters remove 12'],
  run: (context) => changeSeries(context, removeSeries, 'is gone'),
}

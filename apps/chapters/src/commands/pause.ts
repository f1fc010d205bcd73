import type { AppCommand } from '@pawl/app'
import { pauseSeries } from '../tables/followed-series.ts'
import { changeSeries } from './change-series.ts'

export const pauseCommand: AppCommand = {
  name: 'pause',
  summary: 'poll a series no more, until it is resumed',
  args: ['<series>'],
  examples: ['pawl chapters pause 12'],
  run: (context) => changeSeries(context, pauseSeries, 'is paused'),
}

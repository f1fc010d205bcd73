import type { AppCommand } from '@pawl/app'
import { resumeSeries } from '../tables/followed-series.ts'
import { changeSeries } from './change-series.ts'

export const resumeCommand: AppCommand = {
  name: 'resume',
  summary: 'poll a series again',
  args: ['<series>'],
  examples: ['pawl chapters resume 12'],
  run: (context) => changeSeries(context, resumeSeries, 'is polled again'),
}

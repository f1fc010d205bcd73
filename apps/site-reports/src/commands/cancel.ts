import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { cancelReport } from '../api/cancel-report.ts'
import { changeReport } from './change-report.ts'

export const cancelCommand = (parts: ApiOptions): AppCommand => ({
  name: 'cancel',
  summary: 'end a report, wherever it is',
  args: ['<report>'],
  examples: ['pawl site-reports cancel 12'],
  run: (context) => changeReport(context, parts, async (api, id) => `is ${(await cancelReport(api, id)).status}`),
})

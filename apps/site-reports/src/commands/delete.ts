import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { deleteReport } from '../api/delete-report.ts'
import { changeReport } from './change-report.ts'

export const deleteCommand = (parts: ApiOptions): AppCommand => ({
  name: 'delete',
  summary: 'forget a report and all that was kept of it',
  args: ['<report>'],
  examples: ['pawl site-reports delete 12'],
  run: (context) =>
    changeReport(context, parts, async (api, id) => {
      await deleteReport(api, id)
      return 'is gone'
    }),
})

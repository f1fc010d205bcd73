import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { sharePath, shareReport, unshareReport } from '../api/share-report.ts'

export const shareCommand = ({ settings }: ApiOptions): AppCommand => ({
  name: 'share',
  summary: 'an address that shows a report to whoever has it',
  args: ['<report>'],
  options: { '--end': 'none any more' },
  examples: ['pawl site-reports share 12'],
  async run({ db, args, options, json, print, say }) {
    const id = readId('report', args[0])
    if (options.end === true) {
      await unshareReport(db, id)
      say(`report ${id} is not shared`)
      return 0
    }
    const path = sharePath(await shareReport(db, id))
    const url = `${settings.publicUrl?.replace(/\/+$/, '') ?? ''}${path}`
    print(json ? JSON.stringify({ id, url }) : url)
    say('it is shown this once; an earlier one has ended')
    return 0
  },
})

import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { checkAddress } from '../api/check-address.ts'
import { compareNewest, compareTwo } from '../api/compare-two.ts'
import { renderComparison } from '../report/render-comparison.ts'

export const compareCommand = ({ settings }: ApiOptions): AppCommand => ({
  name: 'compare',
  readOnly: true,
  summary: 'what has changed between two reports, or the two newest about a site',
  args: ['<report-or-url>', '[report]'],
  examples: ['pawl site-reports compare 12 31', 'pawl site-reports compare https://example.org'],
  async run({ db, args: [one = '', other], json, print }) {
    const found =
      other === undefined
        ? await compareNewest(db, checkAddress(one, settings.sites.standIn))
        : await compareTwo(db, readId('report', one), readId('report', other))
    print(json ? JSON.stringify(found, null, 2) : renderComparison(found))
    return 0
  },
})

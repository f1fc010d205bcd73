import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { type EnqueuedPoll, pollNow } from '../api/poll-now.ts'

export const pollCommand = (api: ApiOptions): AppCommand => ({
  name: 'poll',
  summary: 'poll a series now',
  args: ['<series>'],
  examples: ['pawl chapters poll 12'],
  async run({ pawl, db, args: [given], printList }) {
    const polls = await pollNow({ pawl, db }, api, readId('series', given))
    printList<EnqueuedPoll>(
      [
        { head: 'JOB', cell: ({ jobId }) => jobId },
        { head: 'POLLS', cell: ({ seriesSourceId }) => seriesSourceId, right: true },
        { head: 'NOTE', cell: ({ isDuplicate }) => (isDuplicate ? 'was asked for before' : '') },
      ],
      polls,
      { none: 'nothing to poll', data: { polls } },
    )
    return 0
  },
})

import { setTimeout as wait } from 'node:timers/promises'
import { type AppCommand, readLimit, when } from '@pawl/app'
import { listNotices } from '../tables/alerts.ts'
import { collectorOf } from './collector-of.ts'

const pollMs = 1_000
/** A notice whose transaction commits late is found among this many. */
const newest = 1_000

export const watchCommand: AppCommand = {
  name: 'watch',
  readOnly: true,
  summary: 'show notices of alerts: those that there are, and each new one',
  options: {
    '--reader <name>': 'those of this collector. Default: of all',
    '--limit <n>': 'end after so many notices. Default: never',
  },
  examples: ['pawl coins watch', 'pawl coins watch --reader ada --limit 1'],
  async run(context) {
    const { db, options, json, print, say } = context
    const collector = await collectorOf(context)
    const most = options.limit === undefined ? Number.POSITIVE_INFINITY : readLimit(options.limit, 1)
    let shown = new Set<number>()
    say('waiting for notices; end with Ctrl-C')
    for (let count = 0; ; await wait(pollMs)) {
      const notices = await listNotices(db, collector, newest)
      for (const notice of notices) {
        if (shown.has(notice.id)) continue
        print(json ? JSON.stringify(notice) : `${when(notice.createdAt)}  ${notice.message.text}`)
        if (++count >= most) return 0
      }
      shown = new Set(notices.map(({ id }) => id))
    }
  },
}

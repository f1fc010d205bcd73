import { judge } from '../figures/judge.ts'
import { enqueueDue } from '../harness/chapters/enqueue-due.ts'
import { ingestRate } from '../harness/chapters/ingest-rate.ts'
import { pollShare } from '../harness/chapters/poll-share.ts'
import { measured } from '../harness/measured.ts'
import type { Row } from '../row.ts'

/** The application `chapters`: what is due, what is new, and how much of its source's limit it uses. */
export const row: Row = {
  name: 'chapters',
  long: true,
  async run(bench) {
    const count = bench.quick ? 5_000 : 100_000
    const results = [
      await measured(
        bench,
        `chapters: ${count} series that are due are in line`,
        's',
        { bound: 'at most', value: 10 },
        () => enqueueDue(bench, count),
      ),
      await measured(bench, `chapters: ingest of ${count}`, 'chapters/s', { bound: 'at least', value: 5_000 }, () =>
        ingestRate(bench, count),
      ),
    ]
    let refused = 0
    const share = await measured(
      bench,
      'chapters: share of 5 requests/s that polls use',
      '',
      { bound: 'at least', value: 0.98 },
      async () => {
        const polled = await pollShare(bench, bench.quick ? 10_000 : 60_000)
        refused += polled.refused
        return polled.share
      },
    )
    const never = {
      name: 'chapters: requests beyond 5/s',
      unit: 'requests',
      target: { bound: 'at most', value: 0 } as const,
    }
    const rounds = [{ value: refused, stealPercent: 0, othersPercent: 0 }]
    return [...results, share, judge({ ...never, ours: { name: 'pawl', rounds }, peers: [] })]
  },
}

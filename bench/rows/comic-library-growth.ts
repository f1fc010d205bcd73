import { judgeGrowth } from '../figures/judge-growth.ts'
import { judgeScan, type MeasuredScan, scanGenerated, secondsBeforeCovers } from '../harness/comics/scan-generated.ts'
import type { ScanTimes } from '../harness/comics/scan-library.ts'
import type { Row } from '../row.ts'

/** Small files, so that what grows is the library: the time of a scan before covers, of a rescan, and the heap of the largest. */
export const row: Row = {
  name: 'comic-library, growth',
  long: true,
  async run(bench) {
    const sizes = bench.quick ? [200, 1_000] : [1_000, 10_000, 100_000]
    const scans: MeasuredScan[] = []
    for (const files of sizes) scans.push(await scanGenerated(bench, { files }))
    const curve = (cost: (times: ScanTimes) => number) =>
      scans.map(({ times }) => ({ work: times.files, cost: cost(times) }))
    const largest = scans.at(-1)!
    const heap = `comic-library: heap of ${sizes.at(-1)} files above idle`
    return [
      judgeGrowth('comic-library: growth of a scan before covers, exponent', curve(secondsBeforeCovers), 1.05),
      judgeGrowth(
        'comic-library: growth of a rescan, exponent',
        curve(({ rescan }) => rescan),
        1.05,
      ),
      judgeScan(heap, 'MB', largest.times.heapMb, { bound: 'at most', value: 50 }, largest),
    ]
  },
}

import { judgeScan, scanGenerated, secondsBeforeCovers } from '../harness/comics/scan-generated.ts'
import type { Row } from '../row.ts'

const page = { width: 1600, height: 2400 }

/** The application `comic-library`: a first scan by phases, and a second one. */
export const row: Row = {
  name: 'comic-library',
  long: true,
  async run(bench) {
    const files = bench.quick ? 500 : 10_000
    const scan = await scanGenerated(bench, { files, page })
    const { phases, rescan } = scan.times
    const to = (name: string) => `comic-library: ${name} of ${files} files`
    const found = to('discovery, metadata, series and linking')
    return [
      judgeScan(found, 's', secondsBeforeCovers(scan.times), { bound: 'at most', value: 30 }, scan),
      judgeScan(to('covers'), 'covers/s', scan.times.files / phases.covers!, { bound: 'at least', value: 60 }, scan),
      judgeScan(to('rescan without changes'), 's', rescan, { bound: 'at most', value: 3 }, scan),
    ]
  },
}

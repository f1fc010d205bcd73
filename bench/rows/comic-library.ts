import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateLibrary } from '@pawl/sandbox'
import { judge } from '../figures/judge.ts'
import { judgeGrowth } from '../figures/judge-growth.ts'
import type { Result, Target } from '../figures/result.ts'
import type { Bench } from '../harness/bench.ts'
import { type ScanTimes, scanLibrary } from '../harness/comics/scan-library.ts'
import type { Row } from '../row.ts'

const realPage = { width: 1600, height: 2400 }
const scanned = ['discovery', 'metadata', 'series', 'linking']

/** The application `comic-library`: a first scan by phases, a second one, and how both grow. */
export const row: Row = {
  name: 'comic-library',
  async run(bench) {
    const files = bench.quick ? 500 : 10_000
    const real = await scanGenerated(bench, { files, page: realPage })
    const { phases, rescan } = real.times
    const to = (name: string) => `comic-library: ${name} of ${files} files`
    const beforeCovers = scanned.reduce((sum, name) => sum + phases[name]!, 0)
    const results = [
      told(to('discovery, metadata, series and linking'), 's', beforeCovers, { bound: 'at most', value: 30 }, real),
      told(to('covers'), 'covers/s', real.times.files / phases.covers!, { bound: 'at least', value: 60 }, real),
      told(to('rescan without changes'), 's', rescan, { bound: 'at most', value: 3 }, real),
    ]
    return [...results, ...(await growth(bench))]
  },
}

type Measured = { readonly times: ScanTimes; readonly stealPercent: number; readonly othersPercent: number }

/** A library is generated, scanned twice and removed. */
async function scanGenerated(
  bench: Bench,
  { files, page }: { readonly files: number; readonly page?: { readonly width: number; readonly height: number } },
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-bench-comics-'))
  try {
    await generateLibrary(folder, { series: Math.ceil(files / 20), files, ...(page === undefined ? {} : { page }) })
    // two gigabytes that are still on their way to the disk are the generator's time
    await promisify(execFile)('sync')
    const { value: times, use } = await bench.quiet.measure(() => scanLibrary(bench, folder))
    const seconds = Object.entries(times.phases).map(([name, value]) => `${name} ${value.toFixed(2)} s`)
    bench.log(
      `  ${times.files} files: ${seconds.join(', ')}; again ${times.rescan.toFixed(2)} s; heap +${times.heapMb.toFixed(0)} MB`,
    )
    return { times, stealPercent: use.stealPercent, othersPercent: use.othersPercent }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Small files, so that what grows is the library: the time of a scan before covers, of a rescan, and the heap of the largest. */
async function growth(bench: Bench): Promise<Result[]> {
  const sizes = bench.quick ? [200, 1_000] : [1_000, 10_000, 100_000]
  const points: Measured[] = []
  for (const files of sizes) points.push(await scanGenerated(bench, { files }))
  const curve = (cost: (times: ScanTimes) => number) =>
    points.map(({ times }) => ({ work: times.files, cost: cost(times) }))
  const most = points.at(-1)!
  return [
    judgeGrowth(
      'comic-library: growth of a scan before covers, exponent',
      curve(({ phases }) => scanned.reduce((sum, name) => sum + phases[name]!, 0)),
      1.05,
    ),
    judgeGrowth(
      'comic-library: growth of a rescan, exponent',
      curve(({ rescan }) => rescan),
      1.05,
    ),
    told(
      `comic-library: heap of ${sizes.at(-1)} files above idle`,
      'MB',
      most.times.heapMb,
      { bound: 'at most', value: 50 },
      most,
    ),
  ]
}

function told(name: string, unit: string, value: number, target: Target, use: Measured): Result {
  const { stealPercent, othersPercent } = use
  return judge({
    name,
    unit,
    target,
    ours: { name: 'pawl', rounds: [{ value, stealPercent, othersPercent }] },
    peers: [],
  })
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateLibrary } from '@pawl/sandbox'
import { judge } from '../../figures/judge.ts'
import type { Result, Target } from '../../figures/result.ts'
import type { Bench } from '../bench.ts'
import { type ScanTimes, scanLibrary } from './scan-library.ts'

export type MeasuredScan = { readonly times: ScanTimes; readonly stealPercent: number; readonly othersPercent: number }

/** A library is generated, scanned twice and removed. */
export async function scanGenerated(
  bench: Bench,
  { files, page }: { readonly files: number; readonly page?: { readonly width: number; readonly height: number } },
): Promise<MeasuredScan> {
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

/** How long the phases took that find what is in a library. */
export function secondsBeforeCovers({ phases }: ScanTimes): number {
  return ['discovery', 'metadata', 'series', 'linking'].reduce((sum, name) => sum + phases[name]!, 0)
}

/** One figure of a scan against what it must keep to. */
export function judgeScan(name: string, unit: string, value: number, target: Target, scan: MeasuredScan): Result {
  const { stealPercent, othersPercent } = scan
  return judge({
    name,
    unit,
    target,
    ours: { name: 'pawl', rounds: [{ value, stealPercent, othersPercent }] },
    peers: [],
  })
}

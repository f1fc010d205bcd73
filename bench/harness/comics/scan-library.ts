import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RunView } from 'pawl'
import type { Bench } from '../bench.ts'
import { type ComicsBench, withComics } from './with-comics.ts'

/** What a first scan of a library took, in seconds, and a second one without changes. */
export type ScanTimes = {
  readonly files: number
  readonly phases: Readonly<Record<string, number>>
  readonly rescan: number
  /** The most of the heap that was in use while it was scanned, above what was before. */
  readonly heapMb: number
}

/** Scans a library twice, from end to end, as a worker does. */
export function scanLibrary(bench: Bench, folder: string): Promise<ScanTimes> {
  return withComics(bench, folder, async (comics) => {
    const heap = watchHeap()
    const first = await scanOnce(comics)
    const heapMb = heap.stop()
    await comics.database.pool.query('analyze')
    const again = await scanOnce(comics)
    const { rows } = await comics.database.pool.query(
      `select count(*)::int as files, count(*) filter (where status <> 'indexed')::int as unlinked from comic_library.file`,
    )
    const { files, unlinked } = rows[0]
    if (unlinked > 0) throw new Error(`${unlinked} of ${files} files were not linked`)
    const phases = Object.fromEntries(first.phases.map((phase) => [phase.phase, secondsOf(phase)]))
    const rescan = again.phases.reduce((sum, phase) => sum + secondsOf(phase), 0)
    return { files, phases, rescan, heapMb }
  })
}

async function scanOnce({ pawl, scan, library }: ComicsBench): Promise<RunView> {
  const { job } = await pawl.pipelines.start(scan, library)
  const done = await pawl.result(job, { timeoutMs: 3_600_000 })
  if (done === undefined) throw new Error('the scan has not ended')
  return (await pawl.pipelines.get(scan, library))!
}

function secondsOf({ startedAt, finishedAt }: { startedAt: Date; finishedAt: Date | null }): number {
  return (finishedAt!.getTime() - startedAt.getTime()) / 1000
}

/** Looks at the heap each second, without garbage. */
function watchHeap(): { stop(): number } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const before = used()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, used())
  }, 1_000)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(most, used()) - before
    },
  }
}

import type { Pawl, PhaseView, RunView, Tx } from 'pawl'
import { findScan, type Scan, type ScanCounts } from '../tables/scans.ts'
import type { ApiOptions } from './api-options.ts'
import { type PhaseName, phaseNames, scanPhaseLine } from './scan-phase-line.ts'

export type ScanPhase = {
  readonly phase: PhaseName
  readonly state: 'waiting' | 'running' | 'complete'
  readonly done: number
  readonly total: number | null
  readonly failed: number
  readonly perSecond: number | null
  readonly leftMs: number | null
  /** For people; empty while the phase waits. */
  readonly line: string
}

/** A scan of a library, as people see it. */
export type ScanView = {
  readonly runId: number
  readonly jobId: string
  readonly state: RunView['state']
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** Why it has failed. */
  readonly error: string | null
  readonly phases: readonly ScanPhase[]
  readonly counts: ScanCounts
}

const nothing: ScanCounts = {
  ...{ filesFound: 0, filesNew: 0, filesChanged: 0, filesMoved: 0, filesTouched: 0, filesOrphaned: 0 },
  ...{
    fromComicInfo: 0,
    fromFolderNames: 0,
    fromFileNames: 0,
    warnings: 0,
    seriesNew: 0,
    seriesExisting: 0,
    filesLinked: 0,
    seriesLinked: 0,
  },
  ...{ filesRemoved: 0, coversMade: 0, coversFailed: 0 },
}

/** The newest scan of a library; undefined when there was none. */
export async function scanOf(
  { pawl, db }: { readonly pawl: Pawl; readonly db: Tx },
  { scan }: Pick<ApiOptions, 'scan'>,
  library: number,
): Promise<ScanView | undefined> {
  const run = await pawl.pipelines.get(scan, String(library))
  if (run === undefined) return undefined
  const { id, job, state, startedAt, endedAt } = run
  const counts = countsOf(await findScan(db, id))
  const error = state === 'failed' ? messageOf((await pawl.job(job))?.error) : null
  const phases = phaseNames.map((name) => phaseOf(name, run, counts))
  return { runId: id, jobId: job, state, startedAt, endedAt, error, phases, counts }
}

function phaseOf(name: PhaseName, run: RunView, counts: ScanCounts): ScanPhase {
  const found: PhaseView | undefined = run.phases.find(({ phase }) => phase === name)
  if (found === undefined) {
    const none = { done: 0, total: null, failed: 0, perSecond: null, leftMs: null, line: '' }
    return { phase: name, state: 'waiting', ...none }
  }
  const { done, total, failed, perSecond, leftMs, finishedAt } = found
  const isComplete = finishedAt !== null
  return {
    ...{ phase: name, state: isComplete ? 'complete' : 'running', done, total, failed, perSecond },
    leftMs: isComplete ? null : leftMs,
    line: scanPhaseLine(name, found, counts, isComplete),
  }
}

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : 'the reason is not known any more'
}

/** A run that has only just begun has counted nothing. */
function countsOf(found: Scan | undefined): ScanCounts {
  if (found === undefined) return nothing
  const { run: _, libraryId: __, startedAt: ___, ...counts } = found
  return counts
}

import { describeProgress, type PhaseProgress } from '../../pipeline/phase-progress.ts'
import type { WorkState } from '../../postgres/pipelines.ts'
import type { PhaseRow, RunRow } from '../../postgres/runs.ts'

/** How far a run has come in a phase, and when. */
export type PhaseView = PhaseProgress & {
  readonly startedAt: Date
  readonly writtenAt: Date
  readonly finishedAt: Date | null
}

/** A run over a subject, as people see it. */
export type RunView = {
  readonly id: number
  readonly pipeline: string
  readonly subject: string
  readonly state: WorkState
  /** The job that runs it: what `pawl.job`, `pawl.watch` and `pawl.result` take. */
  readonly job: string
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** Those that were reached, in order. */
  readonly phases: readonly PhaseView[]
}

export function runView(row: RunRow): RunView {
  return { ...row, phases: row.phases.map(phaseView) }
}

function phaseView({
  phase,
  label,
  unit,
  perSecond,
  startedAt,
  writtenAt,
  finishedAt,
  ...counts
}: PhaseRow): PhaseView {
  const worked = { rows: perSecond ?? 0, ms: 1_000 }
  return {
    ...describeProgress({ name: phase, label, unit }, counts, worked),
    startedAt: new Date(startedAt),
    writtenAt: new Date(writtenAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  }
}

/** What is counted of a phase. */
export type PhaseCounts = {
  readonly done: number
  /** Of these, new, as `write` says. */
  readonly new: number
  /** Failed in this run. */
  readonly failed: number
  /** Left alone, as they have failed too often before. */
  readonly skipped: number
  /** Null where the phase does not count what is undone. */
  readonly total: number | null
}

/** How far a phase has come. */
export type PhaseProgress = PhaseCounts & {
  readonly phase: string
  readonly perSecond: number | null
  readonly leftMs: number | null
  /** For people: `Extracting metadata: 500/2,150 files`. */
  readonly line: string
}

/** At the start of a phase, or where an earlier attempt stood. */
export const noCounts: PhaseCounts = Object.freeze({ done: 0, new: 0, failed: 0, skipped: 0, total: null })

/** How often progress is written: each so many rows, or after so long, whichever comes first. */
export function isProgressDue(rows: number, ms: number): boolean {
  return rows >= 100 || (ms >= 1_000 && rows > 0)
}

type Named = { readonly name: string; readonly label: string; readonly unit: string }

/** `worked`: rows that were dealt with in so many ms, by which the rate goes. */
export function describeProgress(
  { name, label, unit }: Named,
  counts: PhaseCounts,
  worked: { readonly rows: number; readonly ms: number },
): PhaseProgress {
  const { done, failed, skipped, total } = counts
  const perSecond = worked.rows > 0 && worked.ms > 0 ? (worked.rows * 1000) / worked.ms : null
  const left = total === null ? null : Math.max(0, total - done - failed - skipped)
  return {
    ...counts,
    phase: name,
    perSecond: perSecond === null ? null : Math.round(perSecond * 100) / 100,
    leftMs: left === null || perSecond === null ? null : Math.round((left * 1000) / perSecond),
    line: progressLine(label, unit, counts),
  }
}

export function progressLine(label: string, unit: string, { done, total, failed }: PhaseCounts): string {
  const of = total === null ? '' : `/${grouped(total)}`
  return `${label}: ${grouped(done)}${of}${unit === '' ? '' : ` ${unit}`}${failed === 0 ? '' : `, ${grouped(failed)} failed`}`
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

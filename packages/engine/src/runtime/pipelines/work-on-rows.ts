import { FatalError, PermanentError } from '../../errors.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'
import { SourceDeferredError } from '../../source/source-deferred-error.ts'
import { workOnRow } from './work-on-row.ts'

/** A row of a page, by its key. */
export type KeyedRow = { readonly key: string; readonly row: unknown }
export type DoneRow = KeyedRow & { readonly result: unknown }
export type FailedRow = { readonly key: string; readonly error: unknown }

export type WorkedRows = {
  readonly done: readonly DoneRow[]
  readonly failed: readonly FailedRow[]
  /** Why it stopped before the end: no fault of any row. */
  readonly stopped: { readonly reason: unknown } | undefined
}

/**
 * Works on rows, so many at once. One that fails stops no other. When a source must not be called, or the process is found
 * unfit, no further row begins, and those that are done can still be written.
 */
export async function workOnRows(
  phase: PhaseDefinition,
  rows: readonly KeyedRow[],
  context: PhaseContext,
): Promise<WorkedRows> {
  const { work, parallel } = phase
  if (work === undefined)
    return { done: rows.map((row) => ({ ...row, result: undefined })), failed: [], stopped: undefined }
  const { signal } = context
  const done: (DoneRow | undefined)[] = []
  const failed: FailedRow[] = []
  let stopped: WorkedRows['stopped']
  let next = 0
  const line = async () => {
    while (next < rows.length && stopped === undefined && !signal.aborted) {
      const place = next++
      const { key, row } = rows[place]!
      try {
        done[place] = { key, row, result: await workOnRow(phase, row, context) }
      } catch (error) {
        if (isNobodysFault(error)) stopped ??= { reason: error }
        else if (!signal.aborted) failed.push({ key, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, rows.length) }, line))
  signal.throwIfAborted()
  return { done: done.filter((row) => row !== undefined), failed, stopped }
}

function isNobodysFault(error: unknown): boolean {
  return error instanceof SourceDeferredError || error instanceof FatalError
}

/** A fault that no later run can mend counts for all of them. */
export function failuresOf(error: unknown, maxFailures: number): number {
  return error instanceof PermanentError ? maxFailures : 1
}

import { checkName, checkNumber, refuseUnknownOptions } from '../../check-options.ts'
import { PawlError } from '../../errors.ts'
import type { RunFilter } from '../../postgres/runs.ts'

/** A page of any list. */
export const mostAtOnce = { min: 1, max: 10_000 }

export function checkRunFilter(filter: RunFilter): void {
  const where = 'pipelines.runs'
  refuseUnknownOptions(where, filter, ['pipeline', 'subject', 'before', 'limit'])
  const { pipeline, subject, before, limit } = filter
  if (pipeline !== undefined) checkName(`${where}: pipeline`, pipeline)
  if (subject !== undefined) checkName(`${where}: subject`, subject)
  if (before !== undefined) checkNumber(`${where}: before`, before, { min: 1 })
  if (limit !== undefined) checkNumber(`${where}: limit`, limit, mostAtOnce)
}

type FailureFilter = {
  readonly phase?: string
  readonly after?: { readonly phase: string; readonly key: string }
  readonly limit?: number
}

export function checkFailureFilter(where: string, subject: string, filter: FailureFilter): void {
  checkName(`${where}: subject`, subject)
  const { phase, after, limit } = filter
  if (phase !== undefined) checkName(`${where}: phase`, phase)
  if (limit !== undefined) checkNumber(`${where}: limit`, limit, mostAtOnce)
  if (after === undefined || (typeof after?.phase === 'string' && typeof after.key === 'string')) return
  throw new PawlError(
    'invalid-option',
    `${where}: after takes { phase, key } of the last one of the page before; got ${JSON.stringify(after)}`,
  )
}

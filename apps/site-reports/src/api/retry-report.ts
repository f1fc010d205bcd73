import { inTransaction, ProblemError } from '@pawl/app'
import type pg from 'pg'
import { reportItem } from '../report/report-item.ts'
import { type StageName, stageNames } from '../report/report-step.ts'
import { type ListedReport, reopenReport } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { checkAddress } from './check-address.ts'
import { foundReport } from './found-report.ts'

const uniqueViolation = '23505'

/** Tries a report again that has ended, from a stage, with what the stages before came to; where it stood unless said otherwise. */
export async function retryReport(api: ApiContext, id: number, from?: StageName): Promise<ListedReport> {
  const report = await foundReport(api.db, id)
  const stage = from ?? stageOf(report)
  const address = report.address ?? checkAddress(report.url, api.settings.sites.standIn)
  try {
    await inTransaction(api.db, (tx) => reopen(api, tx, { id, address }, stage))
  } catch (error) {
    throw asProblem(error, id)
  }
  return foundReport(api.db, id)
}

async function reopen(
  { pawl, stages }: ApiContext,
  tx: pg.PoolClient,
  { id, address }: { readonly id: number; readonly address: string },
  stage: StageName,
): Promise<void> {
  if (!(await reopenReport(tx, id, stage, address))) throw underWay(id)
  const item = reportItem({ id, address })
  // from the beginning it needs nothing of what was: not even that it was ever submitted
  const { taken } =
    stage === stageNames[0]
      ? await pawl.pipelines.submit(stages, item, { address }, { tx })
      : await pawl.pipelines.retry(stages, item, { from: stage, tx })
  if (!taken) throw underWay(id)
}

function stageOf({ id, status, step }: ListedReport): StageName {
  const stage = stageNames.find((name) => name === step)
  if (stage !== undefined) return stage
  if (status !== 'completed') return stageNames[0]
  throw new ProblemError(400, 'stage-missing', `report ${id} is done: say from which stage (${stageNames.join(', ')})`)
}

function underWay(id: number): ProblemError {
  return new ProblemError(409, 'report-under-way', `report ${id} is under way; cancel it first`)
}

function asProblem(error: unknown, id: number): unknown {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  if (code === uniqueViolation) {
    return new ProblemError(409, 'address-under-way', `another report about the address of report ${id} is under way`)
  }
  if (code === 'stage-not-reached' || code === 'unknown-item') {
    return new ProblemError(409, 'stage-not-reached', String(message))
  }
  return error
}

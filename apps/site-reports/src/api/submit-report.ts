import { inTransaction } from '@pawl/app'
import { reportItem } from '../report/report-item.ts'
import { beginReport, reportUnderWay } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { checkAddress } from './check-address.ts'

export type Submitted = {
  readonly id: number
  /** False: a report about this address was under way, and is the answer. */
  readonly isNew: boolean
}

/** Asks for a report about a site. Whoever asks for an address whose report is not finished gets that one. */
export function submitReport(api: ApiContext, url: string): Promise<Submitted> {
  return submitAddress(api, url, checkAddress(url, api.settings.sites.standIn))
}

/** The same for an address that was checked. */
export async function submitAddress(
  { pawl, db, stages }: ApiContext,
  url: string,
  address: string,
): Promise<Submitted> {
  for (;;) {
    const begun = await inTransaction(db, async (tx) => {
      const id = await beginReport(tx, url, address)
      if (id !== undefined) await pawl.pipelines.submit(stages, reportItem({ id, address }), { address }, { tx })
      return id
    })
    if (begun !== undefined) return { id: begun, isNew: true }
    const id = await reportUnderWay(db, address)
    if (id !== undefined) return { id, isNew: false }
    // it has ended between the two
  }
}

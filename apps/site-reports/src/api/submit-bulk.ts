import { inTransaction } from '@pawl/app'
import type pg from 'pg'
import { reportItem } from '../report/report-item.ts'
import { addBulk, addBulkReports, type Bulk, findBulk, type RefusedAddress } from '../tables/bulks.ts'
import { beginReports, reportsUnderWay } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { unknownBulk } from './not-found.ts'
import { readAddress } from './read-address.ts'

type Given = { readonly url: string; readonly address: string }

/** Asks for reports about many sites, all or none of them. Those that cannot be analysed are named, and stop nobody. */
export async function submitBulk(api: ApiContext, urls: readonly string[], name: string | null): Promise<Bulk> {
  const refused: RefusedAddress[] = []
  const given = new Map<string, Given>()
  for (const url of urls) {
    const read = readAddress(url, api.settings.sites.standIn)
    if (read.kind === 'refused') refused.push({ url: url.slice(0, 500), reason: read.message })
    else given.set(read.address, { url, address: read.address })
  }
  const sorted = [...given.values()].sort((a, b) => (a.address < b.address ? -1 : 1))
  const bulk = await inTransaction(api.db, async (tx) => {
    const id = await addBulk(tx, name, refused)
    await submitAll(api, tx, id, sorted)
    return id
  })
  return foundBulk(api, bulk)
}

async function submitAll({ pawl, stages }: ApiContext, tx: pg.PoolClient, bulk: number, given: readonly Given[]) {
  let left = given
  while (left.length > 0) {
    const begun = await beginReports(tx, left)
    const bodies = begun.map((report) => ({ item: reportItem(report), input: { address: report.address } }))
    if (bodies.length > 0) await pawl.enqueueMany(stages.job, bodies, { tx })
    const known = [
      ...begun,
      ...(await reportsUnderWay(
        tx,
        left.map(({ address }) => address),
      )),
    ]
    await addBulkReports(tx, bulk, [...new Set(known.map(({ id }) => id))])
    const found = new Set(known.map(({ address }) => address))
    // one that has ended between the two is asked for anew
    left = left.filter(({ address }) => !found.has(address))
  }
}

/** A list of this number; throws what whoever asks is told when there is none. */
export async function foundBulk({ db }: Pick<ApiContext, 'db'>, id: number): Promise<Bulk> {
  const bulk = await findBulk(db, id)
  if (bulk === undefined) throw unknownBulk(id)
  return bulk
}

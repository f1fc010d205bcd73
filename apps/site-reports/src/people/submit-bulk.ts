import { inTransaction } from '@pawl/server/routes'
import { addBulk, addBulkReports, type Bulk, findBulk, type RefusedAddress } from '../tables/bulks.ts'
import type { Desk } from './desk.ts'
import { unknownBulk } from './not-found.ts'
import { readAddress } from './read-address.ts'
import { submitAddress } from './submit-report.ts'

/** So many are submitted at once: each is a transaction of its own. */
const atOnce = 5

/** Asks for reports about many sites. Those that cannot be analysed are named, and stop nobody. */
export async function submitBulk(desk: Desk, urls: readonly string[], name: string | null): Promise<Bulk> {
  const refused: RefusedAddress[] = []
  const addresses = new Map<string, string>()
  for (const url of urls) {
    const read = readAddress(url, desk.settings.sites.standIn)
    if (read.kind === 'refused') refused.push({ url: url.slice(0, 500), reason: read.message })
    else addresses.set(read.address, url)
  }
  const bulk = await addBulk(desk.db, name, refused)
  const waiting = [...addresses]
  const submitOthers = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [address, url] = next
      const { id } = await submitAddress(desk, url, address)
      await inTransaction(desk.db, (tx) => addBulkReports(tx, bulk, [id]))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, submitOthers))
  return foundBulk(desk, bulk)
}

/** A list of this number; throws what whoever asks is told when there is none. */
export async function foundBulk({ db }: Pick<Desk, 'db'>, id: number): Promise<Bulk> {
  const bulk = await findBulk(db, id)
  if (bulk === undefined) throw unknownBulk(id)
  return bulk
}

import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from 'pawl'
import { setShareHash } from '../tables/report-contents.ts'
import { foundContent } from './found-report.ts'
import { unknownReport } from './not-found.ts'

/** A token for an address that shows one report to whoever has it: shown once, and kept as its hash alone. An earlier one ends. */
export async function shareReport(db: Tx, id: number): Promise<string> {
  await foundContent(db, id)
  const token = randomBytes(32).toString('base64url')
  if (!(await setShareHash(db, id, hashOfToken(token)))) throw unknownReport(id)
  return token
}

export async function unshareReport(db: Tx, id: number): Promise<void> {
  if (!(await setShareHash(db, id, null))) throw unknownReport(id)
}

/** It is random and long, so a plain hash is as good as a slow one; and what is looked up by its hash tells nothing by its time. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The path of a shared report, below the address of the server. */
export function sharePath(token: string): string {
  return `/api/site-reports/open/reports/${token}`
}

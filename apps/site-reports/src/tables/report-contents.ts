import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Prompt } from '../prompt/prompt.ts'
import type { Report } from '../report/report.ts'

const sql = sqlBeside(import.meta.url)

/** What is large of a report; null where it did not come so far. */
export type ReportContent = { readonly prompt: Prompt | null; readonly content: Report | null }

export async function findContent(tx: Tx, id: number): Promise<ReportContent> {
  const [row] = (await tx.query(sql('content_find'), [id])).rows
  return row ?? { prompt: null, content: null }
}

export async function keepPrompt(tx: Tx, id: number, prompt: Prompt): Promise<void> {
  await tx.query(sql('content_keep_prompt'), [id, JSON.stringify(prompt)])
}

export async function keepContent(tx: Tx, id: number, content: Report): Promise<void> {
  await tx.query(sql('content_keep'), [id, JSON.stringify(content)])
}

/** Null for none. False: there is no such report. */
export async function setShareHash(tx: Tx, id: number, hash: Buffer | null): Promise<boolean> {
  return (await tx.query(sql('report_share'), [id, hash])).rows.length > 0
}

export async function sharedReport(tx: Tx, hash: Buffer): Promise<Report | undefined> {
  return (await tx.query(sql('report_shared'), [hash])).rows[0]?.content
}

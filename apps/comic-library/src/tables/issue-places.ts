import path from 'node:path'
import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** Where an issue lies on disk, and what is in it. */
export type IssuePlace = {
  readonly id: number
  /** The folder of its library. */
  readonly root: string
  readonly path: string
  readonly name: string
  readonly extension: string
  readonly size: number
  /** Changes when the file does. */
  readonly version: string
  readonly contentHash: string
  readonly hasCover: boolean
  readonly format: string | null
  /** Names of entries in the order of pages. */
  readonly pages: readonly string[]
  readonly coverPage: string | null
}

export async function findIssuePlace(db: Tx, id: number): Promise<IssuePlace | undefined> {
  const [row] = (await db.query(sql('issue_place'), [id])).rows
  if (row === undefined) return undefined
  return {
    id: Number(row.id),
    root: row.root,
    path: path.join(row.root, row.relative_path),
    name: row.name,
    extension: row.extension,
    size: Number(row.size),
    version: `${row.content_hash}-${row.mtime_ns}`,
    contentHash: row.content_hash,
    hasCover: row.cover === 'made',
    format: row.format,
    pages: row.pages,
    coverPage: row.cover_page,
  }
}

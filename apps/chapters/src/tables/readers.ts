import { type Reader as ReaderWith, readersTable, sqlBeside } from '@pawl/app'

type Languages = {
  /** Which releases count as new; none: all of them. */
  readonly languages: readonly string[]
}

export type Reader = ReaderWith<Languages>

export const readers = readersTable<Languages>({
  sql: sqlBeside(import.meta.url),
  columns: ['languages'],
  hint: 'GET /api/chapters/readers or pawl chapters readers shows all',
})

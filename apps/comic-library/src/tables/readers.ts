import { type Reader, readersTable, sqlBeside } from '@pawl/app'

export type { Reader }

export const readers = readersTable({
  sql: sqlBeside(import.meta.url),
  hint: 'GET /api/comic-library/readers or pawl comics readers shows all',
})

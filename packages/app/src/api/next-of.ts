import { encodeCursor } from './cursor.ts'

/** The `next` of a page: the cursor of its last row. Null when the page is not full, which is the last one. */
export function nextOf<Row>(rows: readonly Row[], limit: number, place: (row: Row) => object): string | null {
  return rows.length < limit ? null : encodeCursor(place(rows.at(-1)!))
}

/**
 * Rows as the statements that enqueue give them, from rows without names: libraries can be told to rename columns, and then
 * only the place of the first one is certain.
 */
export function idsRows(rows: readonly (readonly unknown[])[]): { ids: string }[] {
  return rows.map(([ids]) => ({ ids: String(ids) }))
}

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** The last line of every command that tests something: people and programs read the result off it. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

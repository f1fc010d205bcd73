/** A text without what PostgreSQL cannot hold: NUL, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll(/[\0\ud800-\udfff]/gu, '')
}

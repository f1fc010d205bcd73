/** An instant for people and for comparing: UTC, to the second. */
export function clock(at: Date | null): string {
  return at === null ? '-' : at.toISOString().replace('T', ' ').slice(0, 19)
}

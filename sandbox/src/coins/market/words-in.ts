/** Lower-case words and numbers: what searches compare. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}

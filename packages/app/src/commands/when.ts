/**
 * An instant for a table: to the minute, in the time zone of the terminal. Null stays null.
 *
 * @example
 * ```ts
 * console.log(when(new Date())) // 2030-01-31 12:00
 * ```
 */
export function when(at: Date): string
export function when(at: Date | null): string | null
export function when(at: Date | null): string | null {
  if (at === null) return null
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

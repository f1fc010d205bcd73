/** An instant for a table: to the minute, in the zone of whoever looks. */
export function when(at: Date | null): string | null {
  if (at === null) return null
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

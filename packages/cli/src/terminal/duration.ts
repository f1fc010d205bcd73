const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

/** A length of time at a glance, as 1h 5m: the two largest units that count. */
export function duration(ms: number | null): string {
  if (ms === null) return '-'
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))}ms`
  const at = units.findIndex(([, size]) => ms >= size)
  const [name, size] = units[at]!
  const next = units[at + 1]
  const whole = Math.floor(ms / size)
  const rest = next === undefined ? 0 : Math.floor((ms % size) / next[1])
  return rest === 0 || next === undefined || whole >= 10 ? `${whole}${name}` : `${whole}${name} ${rest}${next[0]}`
}

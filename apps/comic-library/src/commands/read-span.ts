import { ProblemError } from '@pawl/app'

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const mostMs = 366 * 86_400_000

/** A length of time as it was typed, in milliseconds; null for 0. */
export function readSpan(text: string | boolean | undefined, otherwise: string): number | null {
  const given = typeof text === 'string' ? text : otherwise
  if (given === '0') return null
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(given) ?? []
  const ms = Number(count) * (units[unit] ?? 0)
  if (ms > 0 && ms <= mostMs) return ms
  throw new ProblemError(400, 'invalid-time', `expected a time as in 30m, 12h or 7d, up to 366d, or 0; got '${given}'`)
}

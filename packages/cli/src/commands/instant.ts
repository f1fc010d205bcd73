import { CliError } from '../cli-error.ts'
import type { OptionValue } from '../command.ts'
import { exitCode } from '../exit-code.ts'

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** An instant as people write it: `30m` ago, or a date. */
export function instant(flag: string, given: OptionValue, nowMs = Date.now()): Date {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(String(given)) ?? []
  if (count !== undefined && unit !== undefined) return new Date(nowMs - Number(count) * unitMs[unit]!)
  const at = new Date(String(given))
  if (!Number.isNaN(at.getTime())) return at
  const expected = 'so long ago (30s, 15m, 2h, 7d), or an instant like 2026-05-01T12:00:00Z'
  throw new CliError(exitCode.usage, `${flag} must be ${expected}; got '${given}'`)
}

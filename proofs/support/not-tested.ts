import type { EffectsResult } from './effects-under-chaos.ts'

/** Why the promise was not put to the test, as sentences. */
export function notTested({ jobs, kills, stops, postgresKills, recoveryMs, reclaimed }: EffectsResult): string[] {
  const wanted: readonly (readonly [enough: boolean, what: string])[] = [
    [jobs.accepted > 0, 'no job was accepted'],
    [kills >= 10, `${kills} workers were killed, and 10 are the least`],
    [stops >= 5, `${stops} workers were stopped past their lease, and 5 are the least`],
    [postgresKills === 1 && recoveryMs !== null, 'PostgreSQL was not killed, or nothing ran after it'],
    [reclaimed > 0, 'no job was taken back from a worker'],
  ]
  return wanted.filter(([enough]) => !enough).map(([, what]) => `not put to the test: ${what}`)
}

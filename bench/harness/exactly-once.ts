/** Throws unless each of so many jobs ran exactly once in all the processes together. `runs`: bytes by number, base64. */
export function exactlyOnce(who: string, jobs: number, runs: readonly string[]): void {
  const counts = runs.map((text) => Buffer.from(text, 'base64'))
  let never = 0
  let again = 0
  for (let n = 0; n < jobs; n++) {
    const times = counts.reduce((sum, count) => sum + (count[n] ?? 0), 0)
    if (times === 0) never++
    if (times > 1) again++
  }
  if (never + again > 0) throw new Error(`${who}: of ${jobs} jobs ${never} never ran and ${again} ran more than once`)
}

/** Throws when a job ran more than once, where not all of them were to run. */
export function atMostOnce(who: string, runs: string): void {
  const again = Buffer.from(runs, 'base64').reduce((sum, times) => sum + (times > 1 ? 1 : 0), 0)
  if (again > 0) throw new Error(`${who}: ${again} jobs ran more than once`)
}

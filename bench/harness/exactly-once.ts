/** Throws unless each of so many jobs ran exactly once in all the processes together. `runs`: bytes by number, base64. */
export function exactlyOnce(who: string, jobs: number, runs: readonly string[]): void {
  const { never, again } = count(jobs, runs)
  if (never + again > 0) throw new Error(`${who}: of ${jobs} jobs ${never} never ran and ${again} ran more than once`)
}

/** Throws when one of so many jobs ran more than once in all the processes together, where not all of them were to run. */
export function atMostOnce(who: string, jobs: number, runs: readonly string[]): void {
  const { again } = count(jobs, runs)
  if (again > 0) throw new Error(`${who}: ${again} jobs ran more than once`)
}

function count(jobs: number, runs: readonly string[]): { readonly never: number; readonly again: number } {
  const counts = runs.map((text) => Buffer.from(text, 'base64'))
  let never = 0
  let again = 0
  for (let n = 0; n < jobs; n++) {
    const times = counts.reduce((sum, count) => sum + (count[n] ?? 0), 0)
    if (times === 0) never++
    if (times > 1) again++
  }
  return { never, again }
}

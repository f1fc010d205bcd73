import { setTimeout as wait } from 'node:timers/promises'

/** Asks again and again until there is an answer that is not undefined, null or false. */
export async function until<T>(what: string, ask: () => T | Promise<T>): Promise<Exclude<NonNullable<T>, false>> {
  const endsAt = performance.now() + 30_000
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer as Exclude<NonNullable<T>, false>
    if (performance.now() > endsAt) throw new Error(`waited 30 s until ${what}`)
    await wait(20)
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until the answer is true, for things that give no signal. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(60_000)
  while (!(await isTrue())) {
    if (patience.aborted) throw new Error(`waited 60 s in vain until ${what}`)
    await pause(5)
  }
}

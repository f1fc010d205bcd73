import { setTimeout as pause } from 'node:timers/promises'

export type UntilOptions = { readonly signal: AbortSignal; readonly withinMs: number; readonly everyMs?: number }

/** Looks again and again until there is something to see; undefined when the time is up. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { signal, withinMs, everyMs = 50 }: UntilOptions,
): Promise<T | undefined> {
  const deadline = performance.now() + withinMs
  for (;;) {
    signal.throwIfAborted()
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline) return undefined
    await pause(everyMs, undefined, { signal })
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** What is told of something that changes until it has ended. */
export type Following<State> = {
  readonly look: () => Promise<State>
  readonly hasEnded: (state: State) => boolean
  readonly everyMs: number
  readonly gone: AbortSignal
}

/** Each state that differs from the one before, the first one at once, and the last one when it has ended. */
export async function* followState<State>({ look, hasEnded, everyMs, gone }: Following<State>): AsyncGenerator<State> {
  let told: string | undefined
  while (!gone.aborted) {
    const state = await look()
    const text = JSON.stringify(state)
    if (text !== told) yield state
    told = text
    if (hasEnded(state)) return
    await pause(everyMs, undefined, { signal: gone }).catch(() => {})
  }
}

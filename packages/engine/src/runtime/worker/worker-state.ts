/** live: it sends heartbeats. blocked: it does, but its event loop stands still. silent: it does not, or was given up. */
export type WorkerState = 'live' | 'blocked' | 'silent'

/** A sixth of the time after which a worker is given up is longer than any heartbeat waits. */
export function isBlocked(blockedMs: number, silenceMs: number): boolean {
  return blockedMs > silenceMs / 6
}

export function workerState(
  { lost, silentMs, blockedMs }: { readonly lost: boolean; readonly silentMs: number; readonly blockedMs: number },
  silenceMs: number,
): WorkerState {
  if (lost || silentMs > silenceMs) return 'silent'
  return isBlocked(blockedMs, silenceMs) ? 'blocked' : 'live'
}

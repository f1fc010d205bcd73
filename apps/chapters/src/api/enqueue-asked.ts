import type { JobId, Pawl } from 'pawl'

/**
 * Enqueues what a person asks for. A dead letter holds its key: what has failed once would take all that they ask for from then on,
 * so it runs again.
 */
export async function enqueueAsked(
  pawl: Pawl,
  ...asked: Parameters<Pawl['enqueue']>
): Promise<{ readonly id: JobId; readonly duplicate: boolean }> {
  const { id, duplicate } = await pawl.enqueue(...asked)
  const [replayed] = duplicate ? await pawl.deadLetters.replayMany([id]) : []
  return replayed === undefined ? { id, duplicate } : { id: replayed.id, duplicate: false }
}

const firstMs = 500
const longestMs = 30_000
/** A process that has lived for so long did not die of what its predecessors died of. */
const provenMs = 60_000

/** How long to wait before the next start: at once would burn a core on a process that cannot start. */
export function restartDelay(deathsInARow: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, deathsInARow - 1))
}

/** Deaths in a row, after one more that lived for so long. */
export function countDeath(deathsInARow: number, livedMs: number): number {
  return livedMs >= provenMs ? 1 : deathsInARow + 1
}

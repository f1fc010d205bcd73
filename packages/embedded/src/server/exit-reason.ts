/**
 * Why a server ended before it was ready: its port is in use, the data is still in use (another server was faster, or
 * backends of a killed one have not noticed yet), or something that trying again does not heal.
 */
export type ExitReason = 'port-taken' | 'data-in-use' | 'failed'

/** Reads the reason from the log. Other starters may write to the same log, so only the lines of `pid` count. */
export function exitReason(log: string, pid: number): ExitReason {
  const lines = log.split('\n').filter((line) => line.includes(`[${pid}]`))
  const says = (pattern: RegExp) => lines.some((line) => pattern.test(line))
  if (says(/lock file .*(already exists|is empty)|bogus data in lock file/)) return 'data-in-use'
  if (says(/pre-existing shared memory block/)) return 'data-in-use'
  if (says(/could not bind .*Address already in use|could not create any TCP\/IP sockets/)) return 'port-taken'
  return 'failed'
}

/** What a server writes about itself into postmaster.pid; see miscadmin.h of PostgreSQL. */
export type PostmasterFile = {
  readonly pid: number
  readonly port: number | undefined
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | undefined
}

/** Reads the text of postmaster.pid. Undefined when it does not even begin with a process id. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]) || undefined, status: parseStatus(lines[7]) }
}

function parseStatus(line: string | undefined): PostmasterFile['status'] {
  return line === 'starting' || line === 'stopping' || line === 'ready' || line === 'standby' ? line : undefined
}

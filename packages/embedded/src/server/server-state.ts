import { identity } from './identity.ts'
import { parsePostmasterFile } from './postmaster-file.ts'

/** What the process with the recorded id is: gone, the server of this folder, or some other program. */
export type ProcessRole = 'none' | 'server' | 'other'

/** What was read from a data folder. */
export type FolderFacts = {
  /** whether `postgres/` is there and holds anything */
  readonly home: 'absent' | 'present'
  /** the role that owns the database; undefined in a folder of an early version, which used the role `pawl` */
  readonly owner: string | undefined
  /** text of data/PG_VERSION: the major version that made the data */
  readonly version: string | undefined
  readonly pidFile: { readonly text: string; readonly ageMs: number } | undefined
  readonly role: ProcessRole
}

export type ServerState =
  | { readonly tag: 'missing' }
  | { readonly tag: 'unfinished' }
  | { readonly tag: 'other-version'; readonly found: string }
  | { readonly tag: 'other-owner'; readonly found: string | undefined }
  | { readonly tag: 'stopped' }
  | { readonly tag: 'dead' }
  /** the recorded process id now belongs to another program, or to a zombie */
  | { readonly tag: 'stale'; readonly pid: number }
  /** the file has no process id: a power cut while it was written */
  | { readonly tag: 'garbled' }
  | { readonly tag: 'starting' }
  | { readonly tag: 'stopping' }
  | { readonly tag: 'live'; readonly pid: number; readonly port: number }

/** A server fills its file right after making it; one that stays empty this long was left behind. */
const writingMs = 5_000

export function serverState(facts: FolderFacts, major: string): ServerState {
  if (facts.home === 'absent') return { tag: 'missing' }
  const found = facts.version?.trim()
  if (!found) return { tag: 'unfinished' }
  if (found !== major) return { tag: 'other-version', found }
  if (facts.owner !== identity.user) return { tag: 'other-owner', found: facts.owner }
  if (!facts.pidFile) return { tag: 'stopped' }
  const file = parsePostmasterFile(facts.pidFile.text)
  if (!file) return facts.pidFile.ageMs < writingMs ? { tag: 'starting' } : { tag: 'garbled' }
  if (facts.role === 'none') return { tag: 'dead' }
  if (facts.role === 'other') return { tag: 'stale', pid: file.pid }
  if (file.status === 'stopping') return { tag: 'stopping' }
  if (file.status === 'ready' && file.port) return { tag: 'live', pid: file.pid, port: file.port }
  return { tag: 'starting' }
}

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { comparePaths } from './compare-paths.ts'
import { nameKind } from './name-kind.ts'
import { type FolderEntry, readFolder } from './read-folder.ts'
import type { WalkedEntry } from './walked-entry.ts'

/** Files that are looked at together; folders are read one at a time. */
const atOnce = 64
/** Nobody has folders in folders so deep, and a loop of mounts would. */
const deepest = 64
/** With the longest name of a file a path still fits in an index. */
const longestBytes = 1_700

export type WalkOptions = {
  /** Only what comes after this path. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Stands in for the disk in tests. */
  readonly readFolder?: ((path: string) => Promise<FolderEntry[]>) | undefined
}

/**
 * Walks a folder in the order of the bytes of its paths, and tells of comics and of what it leaves alone. Links are not followed. Memory
 * holds the names in the folders that lead to where it is. Throws if the folder itself cannot be read.
 */
export async function* walkFolder(root: string, options: WalkOptions = {}): AsyncGenerator<WalkedEntry> {
  const read = options.readFolder ?? readFolder
  yield* walkBelow({ ...options, readFolder: read, root }, '', await read(root), 1)
}

type Walk = WalkOptions & { readonly root: string; readonly readFolder: (path: string) => Promise<FolderEntry[]> }

async function* walkBelow(
  walk: Walk,
  below: string,
  entries: readonly FolderEntry[],
  depth: number,
): AsyncGenerator<WalkedEntry> {
  for (let from = 0; from < entries.length; ) {
    walk.signal?.throwIfAborted()
    const entry = entries[from]!
    if (entry.kind === 'folder') {
      from++
      yield* walkInto(walk, `${below}${entry.name}/`, depth)
      continue
    }
    const to = endOfFiles(entries, from)
    const files = entries.slice(from, to).filter(({ name }) => isWanted(walk, `${below}${name}`))
    const looked = await Promise.all(files.map((file) => lookAt(walk.root, below, file)))
    for (const seen of looked) if (seen !== undefined) yield seen
    from = to
  }
}

async function* walkInto(walk: Walk, path: string, depth: number): AsyncGenerator<WalkedEntry> {
  const { after } = walk
  if (nameKind(path.slice(path.lastIndexOf('/', path.length - 2) + 1, -1)) === 'junk') return
  // all of it was before
  if (after !== undefined && comparePaths(path, after) <= 0 && (path === after || !after.startsWith(path))) return
  if (depth >= deepest || Buffer.byteLength(path) > longestBytes) {
    yield { kind: 'skipped', path, reason: 'too-deep' }
    return
  }
  let entries: FolderEntry[]
  try {
    entries = await walk.readFolder(join(walk.root, path))
  } catch {
    // its parent has just listed it: gone, unmounted or forbidden, what is on record of it stands until somebody can look
    yield { kind: 'unreadable', path, reason: 'folder-unreadable' }
    return
  }
  yield* walkBelow(walk, path, entries, depth + 1)
}

function endOfFiles(entries: readonly FolderEntry[], from: number): number {
  let to = from
  while (to < entries.length && to - from < atOnce && entries[to]!.kind !== 'folder') to++
  return to
}

function isWanted({ after }: Walk, path: string): boolean {
  return after === undefined || comparePaths(path, after) > 0
}

async function lookAt(root: string, below: string, entry: FolderEntry): Promise<WalkedEntry | undefined> {
  const path = `${below}${entry.name}`
  const kind = nameKind(entry.name)
  if (kind === 'junk' || entry.kind === 'special') return undefined
  if (entry.kind === 'name-is-not-utf-8') return { kind: 'skipped', path, reason: 'name-is-not-utf-8' }
  if (entry.kind === 'link') return { kind: 'skipped', path, reason: 'link' }
  if (kind === 'unsupported') return { kind: 'skipped', path, reason: 'unsupported-format' }
  if (kind === 'other') return undefined
  try {
    const found = await lstat(join(root, path), { bigint: true })
    if (found.isSymbolicLink()) return { kind: 'skipped', path, reason: 'link' }
    if (!found.isFile()) return undefined
    return { kind: 'comic', path, size: Number(found.size), mtimeNs: String(found.mtimeNs) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return { kind: 'unreadable', path, reason: 'file-unreadable' }
  }
}

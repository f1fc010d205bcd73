import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { comparePaths } from './compare-paths.ts'

export type FolderEntry = {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'special' | 'name-is-not-utf-8'
}

/**
 * What is in a folder, in the order of paths, whatever order the disk has it in. A folder's place is that of its name with a slash,
 * so that a walk which goes down into it as it comes meets all paths in order.
 */
export async function readFolder(path: string): Promise<FolderEntry[]> {
  // as bytes: a name that is no UTF-8 would be found under no text
  const found = await readdir(path, { withFileTypes: true, encoding: 'buffer' })
  const entries: FolderEntry[] = []
  for (const entry of found) {
    const name = entry.name.toString('utf8')
    entries.push({ name, kind: kindOf(entry) ?? (await askedKind(join(path, name))) })
  }
  return entries.sort((a, b) => comparePaths(placeOf(a), placeOf(b)))
}

function placeOf({ name, kind }: FolderEntry): string {
  return kind === 'folder' ? `${name}/` : name
}

/** Undefined: not every disk says in its lists what is what. */
function kindOf(entry: Dirent<Buffer>): FolderEntry['kind'] | undefined {
  if (!isUtf8(entry.name)) return 'name-is-not-utf-8'
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  if (entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice()) return 'special'
  return undefined
}

async function askedKind(path: string): Promise<FolderEntry['kind']> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return 'special'
  if (found.isSymbolicLink()) return 'link'
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'special'
}

import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { comparePaths } from './compare-paths.ts'

export type FolderEntry = {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'special' | 'name-is-not-utf-8'
}

/**
 * What is in a folder, in the order of paths, whatever order the disk has it in. A folder's place is that of its name with a slash,
 * so that a walk which goes down into it as it comes meets all paths in order. Throws unless it is known of each entry what it is.
 */
export async function readFolder(path: string): Promise<FolderEntry[]> {
  // as bytes: a name that is no UTF-8 would be found under no text. Where a disk does not say in its lists what is what, Node asks for each
  // entry, and throws where it gets no answer: a folder that is taken for something else would be gone with all that is below it
  const found = await readdir(path, { withFileTypes: true, encoding: 'buffer' })
  const entries = found.map((entry) => ({ name: entry.name.toString('utf8'), kind: kindOf(entry) }))
  return entries.sort((a, b) => comparePaths(placeOf(a), placeOf(b)))
}

function placeOf({ name, kind }: FolderEntry): string {
  return kind === 'folder' ? `${name}/` : name
}

function kindOf(entry: Dirent<Buffer>): FolderEntry['kind'] {
  if (!isUtf8(entry.name)) return 'name-is-not-utf-8'
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isDirectory()) return 'folder'
  return entry.isFile() ? 'file' : 'special'
}

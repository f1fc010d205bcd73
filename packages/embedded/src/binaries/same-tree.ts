import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Whether a copy made by copyTree has every file in its full size. A power cut can leave a finished copy with
 * empty files, and syncing a thousand small files would cost every first start more than this costs later ones.
 */
export async function sameTree(from: string, copy: string): Promise<boolean> {
  try {
    for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || entry.name.endsWith('.a')) continue
      const file = path.join(entry.parentPath, entry.name)
      const [original, copied] = await Promise.all([stat(file), stat(path.join(copy, path.relative(from, file)))])
      if (original.size !== copied.size) return false
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

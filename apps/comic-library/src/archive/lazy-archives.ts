import type { Archives, ArchivesOptions } from './archives.ts'
import { openArchives } from './open-archives.ts'

/** Archives that are opened when they are first needed, and again after they were closed: an application is closed by whoever runs it. */
export function lazyArchives(options: ArchivesOptions): Archives {
  let open: Archives | undefined
  const archives = () => (open ??= openArchives(options))
  return {
    inspect: (path) => archives().inspect(path),
    page: (path, entry) => archives().page(path, entry),
    thumbnail: (path, entry, thumbnail) => archives().thumbnail(path, entry, thumbnail),
    shrink: (bytes, thumbnail) => archives().shrink(bytes, thumbnail),
    async close() {
      const closing = open
      open = undefined
      await closing?.close()
    },
  }
}

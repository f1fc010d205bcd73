import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { ReadError } from './read-error.ts'

/** Not to wait for ever where somebody put a pipe in the place of a file. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * A file that is open for reading. All reads are synchronous: this process has nothing else to do, and a trip through the
 * thread pool costs more than a read.
 */
export type ArchiveFile = {
  readonly size: number
  read(target: Uint8Array, offset: number, length: number, position: number): number
  close(): void
}

export function openArchiveFile(path: string): ArchiveFile {
  const fd = guarded(() => openSync(path, flags))
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) throw new ReadError('unreadable', 'it is not a regular file')
    return {
      size: stats.size,
      read: (target, offset, length, position) => guarded(() => readSync(fd, target, offset, length, position)),
      close: () => closeSync(fd),
    }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Says for which errors the file is to blame. The others are the machine's (no memory, no more open files), and are thrown on. */
function guarded<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ReadError('missing', 'the file is not there any more')
    if (code === 'EACCES' || code === 'EPERM') throw new ReadError('unreadable', 'we may not read the file')
    if (code === 'EIO' || code === 'EISDIR' || code === 'ENXIO' || code === 'ELOOP' || code === 'ESTALE') {
      throw new ReadError('unreadable', `the file cannot be read (${code})`)
    }
    throw error
  }
}

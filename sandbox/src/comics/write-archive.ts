import type { ArchiveEntry } from './archive-entry.ts'
import { write7z } from './write-7z.ts'
import { writeRar4 } from './write-rar4.ts'
import { writeRar5 } from './write-rar5.ts'
import { writeZip } from './write-zip.ts'

export type ComicFormat = 'zip' | 'rar4' | 'rar5' | '7z'

const writers: Readonly<Record<ComicFormat, (entries: readonly ArchiveEntry[]) => Buffer>> = {
  zip: writeZip,
  rar4: writeRar4,
  rar5: writeRar5,
  '7z': write7z,
}

/** An archive of this format, its entries stored and in this order. */
export function writeArchive(format: ComicFormat, entries: readonly ArchiveEntry[]): Buffer {
  return writers[format](entries)
}

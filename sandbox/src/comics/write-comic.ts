import type { ArchiveEntry } from './archive-entry.ts'
import { comicInfoXml } from './comic-info-xml.ts'
import { markJpeg } from './mark-jpeg.ts'
import type { ComicFormat, PlannedFile } from './plan-library.ts'
import { write7z } from './write-7z.ts'
import { writeRar4 } from './write-rar4.ts'
import { writeRar5 } from './write-rar5.ts'
import { writeZip } from './write-zip.ts'

const writers: Readonly<Record<ComicFormat, (entries: readonly ArchiveEntry[]) => Buffer>> = {
  zip: writeZip,
  rar4: writeRar4,
  rar5: writeRar5,
  '7z': write7z,
}

/** A sound file. */
export function writeComic(file: PlannedFile, cover: Buffer, pages: number): Buffer {
  const info = file.hasComicInfo ? [comicInfoEntry(comicInfoXml(file))] : []
  return writers[file.format]([...pageEntries(file, cover, pages), ...info])
}

export function pageEntries({ path }: PlannedFile, cover: Buffer, pages: number): readonly ArchiveEntry[] {
  return Array.from({ length: pages }, (_, index) => ({
    name: `page ${String(index + 1).padStart(3, '0')}.jpg`,
    bytes: markJpeg(cover, `${path} ${index + 1}`),
  }))
}

export function comicInfoEntry(xml: string | Buffer): ArchiveEntry {
  return { name: 'ComicInfo.xml', bytes: Buffer.from(xml) }
}

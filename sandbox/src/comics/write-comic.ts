import type { ArchiveEntry } from './archive-entry.ts'
import { comicInfoXml } from './comic-info-xml.ts'
import { markJpeg } from './mark-jpeg.ts'
import type { PlannedFile } from './plan-library.ts'
import { writeArchive } from './write-archive.ts'

/** A sound file. */
export function writeComic(file: PlannedFile, cover: Buffer, pages: number): Buffer {
  const info = file.hasComicInfo ? [comicInfoEntry(comicInfoXml(file))] : []
  return writeArchive(file.format, [...pageEntries(file, cover, pages), ...info])
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

import { basename } from 'node:path/posix'
import type { ArchiveFacts } from '../archive/archive-facts.ts'
import type { ComicInfo } from '../comic-info/comic-info.ts'
import type { FolderName } from '../names/folder-name.ts'
import { namingFolder } from '../names/naming-folder.ts'
import { parseFileName } from '../names/parse-file-name.ts'
import { parseFolderName } from '../names/parse-folder-name.ts'
import { seriesKey } from '../names/series-key.ts'
import type { FileMetadata } from '../tables/metadata.ts'
import { issueSortKey } from './issue-sort-key.ts'

export type DescribedLibrary = {
  readonly root: string
  readonly keepYearsApart: boolean
  readonly keepPublishersApart: boolean
}

type NamedSeries = {
  readonly from: FileMetadata['seriesFrom']
  readonly raw: string
  readonly key: string
  /** What its folder says, if that is about this series. */
  readonly folder: FolderName | undefined
}

/**
 * All that is known of a file once its archive was looked into: its ComicInfo goes first, then the name of its folder; its own name
 * gives number, volume and year. A file that is in no folder but the library's own is named by itself.
 */
export function describeFile(path: string, facts: ArchiveFacts, library: DescribedLibrary): FileMetadata {
  const info = facts.comicInfo
  const name = parseFileName(basename(path))
  const series = nameSeries(path, info, name.series, library.root)
  const volume = textOf(info?.volume) ?? name.volume
  const number = info?.number ?? name.number
  const year = info?.year ?? name.year
  const isSpecial = name.isSpecial && info?.number === undefined
  const began = textOf(series.folder?.year) ?? volume
  return {
    format: facts.format,
    pages: facts.pages,
    coverPage: facts.coverPage ?? null,
    ...{ seriesFrom: series.from, seriesNameRaw: series.raw, nameKey: series.key },
    apartKey: apartKey(series, info, library),
    ...{ number, lastNumber: info?.number === undefined ? name.lastNumber : null, volume, year },
    title: info?.title ?? name.title,
    isSpecial,
    sortKey: issueSortKey({ isSpecial, volume: began, number, year }),
    publisher: info?.publisher ?? null,
    seriesYear: series.folder?.year ?? yearIn(info?.volume),
    genres: info?.genres ?? [],
    tags: info?.tags ?? [],
    ageRating: info?.ageRating ?? null,
    language: info?.language ?? null,
    comicvineSeriesId: info?.comicVineSeriesId ?? null,
    metronSeriesId: info?.metronSeriesId ?? null,
    comicInfo: info ?? null,
    warningCode: facts.warning?.code ?? null,
    warningText: facts.warning?.text ?? null,
  }
}

function nameSeries(path: string, info: ComicInfo | undefined, own: string | null, root: string): NamedSeries {
  const folder = namingFolder(path)
  const inFolder = folder === undefined ? undefined : parseFolderName(folder)
  const told = [
    ['comic-info', info?.series],
    ['folder', inFolder?.series],
    ['file-name', own ?? undefined],
    // nothing in its name is a name: the library's folder has one
    ['folder', basename(root.replaceAll('\\', '/')) || 'Comics'],
  ] as const
  for (const [from, raw] of told) {
    const key = raw === undefined ? '' : short(seriesKey(raw), 300)
    if (raw === undefined || key === '') continue
    const isOfSeries = inFolder !== undefined && short(seriesKey(inFolder.series), 300) === key
    return { from, raw: raw.trim(), key, folder: isOfSeries ? inFolder : undefined }
  }
  return { from: 'folder', raw: 'Comics', key: 'comics', folder: undefined }
}

/** Empty unless the library keeps series of one name apart. The folder's year goes first: all files of a folder are together then. */
function apartKey({ folder }: NamedSeries, info: ComicInfo | undefined, library: DescribedLibrary): string {
  const volume = info?.volume === 1 ? undefined : info?.volume
  const year = library.keepYearsApart ? (folder?.year ?? volume ?? folder?.volume ?? '') : ''
  const publisher =
    library.keepPublishersApart && info?.publisher !== undefined ? short(seriesKey(info.publisher), 100) : ''
  return publisher === '' ? String(year) : `${year}/${publisher}`
}

/** Keys are in an index, and have to fit; by characters, none of which is cut in half. */
function short(key: string, length: number): string {
  return key.length <= length ? key : [...key].slice(0, length).join('')
}

/** A volume that is a year is that in which the series began. */
function yearIn(volume: number | undefined): number | null {
  return volume !== undefined && volume >= 1800 && volume <= 2100 ? volume : null
}

function textOf(number: number | null | undefined): string | null {
  return number === undefined || number === null ? null : String(number)
}

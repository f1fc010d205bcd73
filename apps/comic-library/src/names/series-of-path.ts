import type { FolderName } from './folder-name.ts'
import { parseFileName } from './parse-file-name.ts'
import { parseFolderName } from './parse-folder-name.ts'

/** Folders that divide a series and do not name it. */
const division =
  /^(?:(?:v|vol|volume|tome|tomo|band|season|book|part|ch|chapter|issue|annual|special|extra|chapters|volumes|issues|annuals|specials|extras)[\s.#_-]*\d{0,4}|(?:18|19|20)\d\d|\d{1,3})$/i

/**
 * The series of a file without ComicInfo.xml, by its path in the library with '/' between folders: the nearest folder that names
 * one. A file that is in no folder has only its own name.
 *
 * @example
 * ```ts
 * seriesOfPath('DC/Batman (2016)/Volume 1/Batman 001.cbz') // { series: 'Batman', volume: null, year: 2016 }
 * ```
 */
export function seriesOfPath(path: string): FolderName {
  const folders = path.split('/').filter((part) => part !== '')
  const file = folders.pop() ?? ''
  const named = folders.findLast((folder) => !division.test(folder.trim())) ?? folders.at(-1)
  if (named !== undefined) return parseFolderName(named)
  const { series, volume, year } = parseFileName(file)
  return { series: series ?? file.replace(/\.[^.]*$/, ''), volume, year }
}

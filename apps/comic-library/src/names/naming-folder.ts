const words =
  'v|vol|volume|volumes|tome|tomo|band|season|book|part|ch|chapter|chapters|issue|issues|annual|annuals|special|specials|extra|extras'
/** 'Volume 2', 'Annuals', '2016', '03': it divides a series and does not name one. */
const division = new RegExp(String.raw`^(?:(?:${words})[\s.#_-]*\d{0,4}|(?:18|19|20)\d\d|\d{1,3})$`, 'i')

/**
 * The folder that names the series of a file: the nearest one that does not only divide a series. Else all that lie in a folder 'Volume
 * 1', of whatever series, would be one. Nothing for a file that is in no folder.
 *
 * @example
 * ```ts
 * namingFolder('DC/Batman (2016)/Volume 1/Batman 001.cbz') // 'Batman (2016)'
 * ```
 *
 * @param path in the library, with '/' between folders
 */
export function namingFolder(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1)
  return folders.findLast((folder) => !division.test(folder.trim())) ?? folders.at(-1)
}

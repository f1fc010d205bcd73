/** What an archive may ask of us. What goes beyond is not unpacked. */
export type ArchiveLimits = {
  readonly entries: number
  /** Of one entry, unpacked. */
  readonly entryBytes: number
  /** Of all entries together, unpacked, as the archive itself declares. */
  readonly totalBytes: number
  /** Unpacked to packed. Pages are compressed already, so that a comic is hardly ever above 3. */
  readonly ratio: number
  /** Below this size no ratio is looked at: a small text may well be packed 1 to 200. */
  readonly ratioFromBytes: number
  /** Of a ComicInfo.xml. */
  readonly comicInfoBytes: number
  /** Width times height of an image that is decoded. */
  readonly pixels: number
  /** What unpacking rar and 7z may take. */
  readonly memoryBytes: number
}

const mb = 1024 * 1024

export const defaultArchiveLimits: ArchiveLimits = {
  entries: 20_000,
  entryBytes: 128 * mb,
  totalBytes: 16 * 1024 * mb,
  ratio: 100,
  ratioFromBytes: 32 * mb,
  comicInfoBytes: mb,
  pixels: 100_000_000,
  memoryBytes: 512 * mb,
}

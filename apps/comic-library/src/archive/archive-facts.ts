import type { ComicInfo } from '../comic-info/comic-info.ts'

/** By the first bytes of the file, whatever its name says. */
export type ArchiveFormat = 'zip' | 'rar4' | 'rar5' | '7z' | 'unknown'

/**
 * Why an archive gave less than it should have:
 * - `missing`, `unreadable`: the file is not there, or may not be read
 * - `empty`: no bytes, or no entries
 * - `unknown-format`: none of zip, rar and 7z
 * - `corrupt`: broken or cut off
 * - `encrypted`: a password is needed
 * - `bomb`: more entries or bytes than the limits allow, or packed more tightly than pages ever are
 * - `no-pages`: no image in it
 * - `unsafe-entries`: some entries were left out, as their names lead out of the archive or they are links
 * - `bad-comic-info`: the ComicInfo.xml cannot be read
 * - `timeout`, `crashed`: reading it took too long, or took its process down
 */
export type ArchiveWarningCode =
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'unknown-format'
  | 'corrupt'
  | 'encrypted'
  | 'bomb'
  | 'no-pages'
  | 'unsafe-entries'
  | 'bad-comic-info'
  | 'timeout'
  | 'crashed'

export type ArchiveWarning = { readonly code: ArchiveWarningCode; readonly text: string }

/** What one look at an archive found out. */
export type ArchiveFacts = {
  readonly format: ArchiveFormat
  /** Names of entries in natural order: 'page 2' comes before 'page 10'. */
  readonly pages: readonly string[]
  /** The page marked FrontCover, else the first one. */
  readonly coverPage?: string
  readonly comicInfo?: ComicInfo
  /** The gravest one. With it there can still be pages. */
  readonly warning?: ArchiveWarning
}

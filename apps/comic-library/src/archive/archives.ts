import type { ArchiveFacts } from './archive-facts.ts'
import type { ArchiveLimits } from './archive-limits.ts'

export type ArchivesOptions = {
  /** How many child processes read archives; each has one at a time. As many as there are cores, at most 8, when left out. */
  readonly processes?: number
  readonly limits?: Partial<ArchiveLimits>
  /** A file that takes longer is given up, and its process killed. 60 s when left out. */
  readonly timeoutMs?: number
}

export type ThumbnailFormat = 'webp' | 'jpeg'

export type ThumbnailOptions = {
  /** In pixels. A page that is narrower is not enlarged. */
  readonly width: number
  readonly format: ThumbnailFormat
}

export type Page = {
  readonly bytes: Buffer
  /** A media type, by the first bytes of the page. */
  readonly type: string
}

/** Reads archives in child processes: one that crashes or hangs there costs one file. */
export type Archives = {
  /** Never fails because of the file: what is wrong with it is the facts' warning. */
  inspect(path: string): Promise<ArchiveFacts>
  /** Throws an ArchiveError where it cannot be had. */
  page(path: string, entry: string): Promise<Page>
  /** Throws an ArchiveError where it cannot be made. */
  thumbnail(path: string, entry: string, options: ThumbnailOptions): Promise<Buffer>
  /** A thumbnail of an image that comes from elsewhere. Throws an ArchiveError where it cannot be made. */
  shrink(bytes: Uint8Array, options: ThumbnailOptions): Promise<Buffer>
  /** Ends all processes. What was asked before and has no answer yet fails. */
  close(): Promise<void>
}

import type { ArchiveErrorCode } from './archive-error.ts'
import type { ThumbnailOptions } from './archives.ts'

/** What a child process is asked for. */
export type ReaderTask =
  | { readonly kind: 'inspect'; readonly path: string }
  | { readonly kind: 'page'; readonly path: string; readonly entry: string }
  | { readonly kind: 'thumbnail'; readonly path: string; readonly entry: string; readonly options: ThumbnailOptions }
  | { readonly kind: 'shrink'; readonly bytes: Uint8Array; readonly options: ThumbnailOptions }

/** What it says: `refused` is the file's fault, `failed` is ours or the machine's. */
export type ReaderAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: ArchiveErrorCode; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string }

import type { SkipReason } from './walked-entry.ts'

/** What a walk found to be otherwise than on record. */
export type Difference =
  /** A comic that is not on record at this path, or not with this size and time. */
  | { readonly kind: 'found'; readonly path: string; readonly size: number; readonly mtimeNs: string }
  | { readonly kind: 'gone'; readonly path: string }
  | { readonly kind: 'skip'; readonly path: string; readonly reason: SkipReason }
  | { readonly kind: 'unskip'; readonly path: string }

/** What is on record at one path: a file, that it is left alone, or both. */
export type KnownPath = {
  readonly path: string
  readonly file?: { readonly size: number; readonly mtimeNs: string } | undefined
  readonly skipped?: string | undefined
}

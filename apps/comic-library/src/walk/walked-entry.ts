/** Why something in the folder of a library is left alone. */
export type SkipReason =
  | 'link'
  | 'unsupported-format'
  | 'name-is-not-utf-8'
  | 'folder-unreadable'
  | 'file-unreadable'
  | 'too-deep'

/**
 * What a walk meets. Paths are below the library's folder, with slashes. The path of a folder ends with one, which is also its place in
 * the order: all that is below it comes next.
 */
export type WalkedEntry =
  | { readonly kind: 'comic'; readonly path: string; readonly size: number; readonly mtimeNs: string }
  | { readonly kind: 'skipped'; readonly path: string; readonly reason: SkipReason }
  /** What is below or at this path is not known at the moment: whatever is on record of it stands. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: SkipReason }

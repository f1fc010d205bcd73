/** A file on record, as far as its fate hangs on it. */
export type KnownFile = {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly mtimeNs: string
  readonly hash: string
  readonly isOrphaned: boolean
}

/** What was seen at a path: a comic with its content, or that there is none any more. */
export type Sighting =
  | {
      readonly kind: 'found'
      readonly path: string
      readonly size: number
      readonly mtimeNs: string
      readonly hash: string
    }
  | { readonly kind: 'gone'; readonly path: string }

/** What becomes of a file on record, or of one that is not. */
export type FileFate =
  | { readonly kind: 'insert'; readonly at: Extract<Sighting, { kind: 'found' }> }
  /** Other content at the same path: it is read anew. */
  | { readonly kind: 'change'; readonly id: number; readonly at: Extract<Sighting, { kind: 'found' }> }
  /** The same content at another path. */
  | { readonly kind: 'move'; readonly id: number; readonly at: Extract<Sighting, { kind: 'found' }> }
  /** The same content at the same path: only its time has changed. */
  | { readonly kind: 'touch'; readonly id: number; readonly at: Extract<Sighting, { kind: 'found' }> }
  | { readonly kind: 'orphan'; readonly id: number }

/** An entry of an archive, of whatever format. */
export type Entry = {
  /** With '/' between folders. */
  readonly name: string
  /** Unpacked, as the archive declares it. */
  readonly size: number
  /** Not known where several are packed together. */
  readonly packedSize: number | undefined
  readonly isFolder: boolean
  readonly isLink: boolean
  readonly isEncrypted: boolean
}

/** An archive that is open. */
export type Archive = {
  readonly entries: readonly Entry[]
  /** Unpacks one entry. */
  read(name: string, maxBytes: number): Buffer | Promise<Buffer>
}

/** An entry to be written into an archive, as it is: nothing here is compressed unless `data` is. */
export type ArchiveEntry = {
  readonly name: string
  readonly bytes: Buffer
  /** Only in zip: deflated already, of so many bytes and with this checksum once unpacked. */
  readonly deflated?: { readonly size: number; readonly crc: number }
  /** Only in zip: it says that it is encrypted. */
  readonly isEncrypted?: boolean
  /** Only in zip: it is a symbolic link. */
  readonly isLink?: boolean
}

/**
 * An entry of an archive, of whatever format.
 * @typedef {object} Entry
 * @property {string} name with '/' between folders
 * @property {number} size unpacked, as the archive declares it
 * @property {number | undefined} packedSize not known where several are packed together
 * @property {boolean} isFolder
 * @property {boolean} isLink
 * @property {boolean} isEncrypted
 */

/**
 * An archive that is open.
 * @typedef {object} Archive
 * @property {readonly Entry[]} entries
 * @property {(name: string, maxBytes: number) => Buffer | Promise<Buffer>} read unpacks one entry
 * @property {boolean} [isTruncated]
 */

export {}

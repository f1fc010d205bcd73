import type { ArchiveFormat } from '../archive-facts.ts'

const beginnings: readonly (readonly [ArchiveFormat, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['rar4', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x00]],
  ['rar5', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
]

/** By the first bytes of a file. */
export function formatOf(head: Uint8Array): ArchiveFormat {
  const found = beginnings.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
  return found?.[0] ?? 'unknown'
}

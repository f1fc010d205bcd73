/** The bytes that are sent, both ends included. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * What a `Range` header asks of so many bytes: a part, or the whole of it where it asks for nothing that we know (several parts,
 * other units). 'none': no byte of it exists.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'none' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  // an end before its start is no range at all
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end }
}

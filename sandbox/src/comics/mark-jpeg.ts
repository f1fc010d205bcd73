/**
 * The same picture in other bytes: a comment at its beginning says which file it is for. Drawing it anew would take a hundred
 * times as long.
 */
export function markJpeg(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment)
  const segment = Buffer.alloc(4)
  segment.writeUInt16BE(0xfffe, 0)
  segment.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, text, jpeg.subarray(2)])
}

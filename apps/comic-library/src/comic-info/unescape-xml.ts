const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi
/** What no text may have, and PostgreSQL would refuse: NUL, and halves of characters. */
const unusable = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

/**
 * The five names that every XML file may use, and numbers of characters. Entities that the file itself declares stay as they are
 * written: they are how a small file becomes a large text.
 */
export function unescapeXml(text: string): string {
  return text
    .replace(reference, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(unusable, '')
}

const named: Readonly<Record<string, string>> = { quot: '"', amp: '&', apos: "'", lt: '<', gt: '>' }

/** Of texts that were escaped once too often, which people would see as `&amp;`. */
export function unescapeTwice(text: string): string {
  return text
    .replace(/&(quot|amp|apos|lt|gt);/g, (_, name: string) => named[name]!)
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return String.fromCodePoint(isCharacter ? code : 0xfffd)
    })
}

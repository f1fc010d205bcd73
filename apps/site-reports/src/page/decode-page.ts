/** Where browsers look for it, and no further. */
const prescanned = 1024

/**
 * The text of a page, in the charset that its byte order mark, its headers or its own first KiB name, in this order; UTF-8 where none
 * does and it is UTF-8, else the one that was usual before.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null | undefined): string {
  const named = byMark(bytes) ?? known(inHeader(contentType)) ?? known(inMarkup(bytes))
  if (named !== undefined) return new TextDecoder(named).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function inHeader(contentType: string | null | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]
}

function inMarkup(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, prescanned))
  const named =
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i.exec(start)?.[1]
  // whoever can read the element has not read UTF-16
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named
}

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

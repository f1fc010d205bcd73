const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it may stand in XML. */
export function xml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign]!)
}

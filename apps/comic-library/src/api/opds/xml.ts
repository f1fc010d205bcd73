export type Attributes = Readonly<Record<string, string | number | undefined>>

/** What XML 1.0 cannot hold, not even escaped: file names may. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML holds it. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"]/g, (character) => escapes[character]!)
}

/** An element with what is in it, which is XML already. Attributes that are undefined are left out. */
export function xmlElement(
  name: string,
  attributes: Attributes = {},
  content: string | readonly string[] = '',
): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join('')
  const inside = typeof content === 'string' ? content : content.join('')
  return inside === '' ? `<${name}${given}/>` : `<${name}${given}>${inside}</${name}>`
}

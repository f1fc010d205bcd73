/**
 * Text of a page between two marks that it cannot contain: what looks like one of them is broken. So a page cannot end its own block
 * and go on as if it were us.
 */
export function fence(name: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}=${JSON.stringify(defuse(value))}`)
  return `<${name}${said.join('')}>\n${defuse(text)}\n</${name}>`
}

/** A sign that people read as the same. What begins like a tag of ours, in any case and with any blanks, is none any more. */
function defuse(text: string): string {
  return text.replace(/<(?=\s*\/?\s*(site|page)[\s_-]*data)/gi, '‹')
}

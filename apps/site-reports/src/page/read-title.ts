const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length
const separator = /\s[|\-–—\\/>»·]\s/
const lastSeparator = /^(.*)\s[|\-–—\\/>»·]\s/s
/** A name of a site behind one of these is one of many places: `Home > News > A title`. */
const hierarchy = /\s[\\/>»]\s/

/**
 * What a page is called, from its title element: without the name of the site, which stands behind a dash, or before a colon. Where
 * too little would be left it stays as it is.
 */
export function readTitle(
  title: string,
  headings: readonly { readonly level: number; readonly text: string }[],
): string {
  const shortened = shorten(title, headings)
  const count = words(shortened)
  if (count > 4) return shortened
  const isPlace = hierarchy.test(title)
  const without = words(title.replace(/\s[|\-–—\\/>»·]\s/g, ' '))
  // one or two words of a longer title are rarely what it is called
  return isPlace && count === without - 1 ? shortened : title
}

function shorten(title: string, headings: readonly { readonly level: number; readonly text: string }[]): string {
  if (separator.test(title)) {
    const before = lastSeparator.exec(title)?.[1] ?? title
    if (words(before) >= 3) return before.trim()
    return title.slice(separator.exec(title)!.index + 3).trim()
  }
  if (title.includes(': ')) return afterColon(title, headings)
  const main = headings.filter(({ level }) => level === 1)
  return (title.length > 150 || title.length < 15) && main.length === 1 ? main[0]!.text : title
}

function afterColon(title: string, headings: readonly { readonly text: string }[]): string {
  if (headings.some(({ text }) => text === title)) return title
  const last = title.slice(title.lastIndexOf(':') + 1).trim()
  if (words(last) >= 3) return words(title.slice(0, title.indexOf(':'))) > 5 ? title : last
  const first = title.slice(title.indexOf(':') + 1).trim()
  return words(title.slice(0, title.indexOf(':'))) > 5 || words(first) < 3 ? title : first
}

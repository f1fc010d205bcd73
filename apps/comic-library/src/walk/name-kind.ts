/** Archives of pages; what is in them is found out by their first bytes. */
const comics = new Set(['cbz', 'cbr', 'cb7', 'zip', 'rar', '7z'])
/** Books that people have for comics, and that are not read here: they are told of. */
const unsupported = new Set(['cbt', 'cba', 'pdf', 'epub', 'djvu', 'mobi'])
/** What systems leave in folders. */
const junk = new Set(['@eadir', '#recycle', '__macosx', '$recycle.bin', 'system volume information', 'lost+found'])

/** What a name says about a file or a folder, before anybody looks into it. */
export function nameKind(name: string): 'comic' | 'unsupported' | 'junk' | 'other' {
  if (name.startsWith('.') || junk.has(name.toLowerCase())) return 'junk'
  const extension = extensionOf(name)
  if (comics.has(extension)) return 'comic'
  return unsupported.has(extension) ? 'unsupported' : 'other'
}

/** What is after the last dot, in small letters; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

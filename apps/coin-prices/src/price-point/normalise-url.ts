/** An address without its query and fragment, so that tracking parameters make no second price point. */
export function normaliseUrl(address: string): string {
  if (!URL.canParse(address)) return address.trim()
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href.replace(/\/+$/, '')
}

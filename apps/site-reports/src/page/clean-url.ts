/** Parameters that tell where somebody came from, and nothing about what is shown. */
const tracking = new Set(
  'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid li_fat_id igshid mc_cid mc_eid _ga _gl _hsenc _hsmi hsctatracking mkt_tok oly_anon_id oly_enc_id vero_id wickedid rb_clickid s_cid srsltid ref_src'.split(
    ' ',
  ),
)
const trackingPrefix = /^(utm|pk|piwik|mtm|matomo|hsa)_/i

/** Longer ones are made by machines for machines. */
const longest = 1_000

/**
 * An address as it is compared and asked for: absolute, without fragment and what only tracks people. Undefined for what is no
 * address of the web.
 *
 * @example
 * ```ts
 * console.log(cleanUrl('/a?utm_source=x&page=2#top', 'https://example.org/')) // https://example.org/a?page=2
 * ```
 */
export function cleanUrl(href: string, base?: string): string | undefined {
  const text = href.trim()
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  url.hash = ''
  const tracked = [...url.searchParams.keys()].filter((name) => isTracking(name))
  // left alone where nothing is dropped: to write it anew would change how it is escaped
  for (const name of tracked) url.searchParams.delete(name)
  // a lone question mark says nothing
  if (url.search === '') url.search = ''
  return url.href.length > longest ? undefined : url.href
}

function isTracking(name: string): boolean {
  return tracking.has(name.toLowerCase()) || trackingPrefix.test(name)
}

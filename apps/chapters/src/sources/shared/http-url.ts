/** An address that a browser can open, relative ones resolved; undefined for everything else, as `javascript:` is. */
export function httpUrl(text: string | null | undefined, base?: string): string | undefined {
  const url = text === null || text === undefined || text === '' ? null : parse(text, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function parse(text: string, base: string | undefined): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null
}

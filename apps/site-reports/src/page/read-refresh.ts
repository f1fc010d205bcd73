import { cleanUrl } from './clean-url.ts'
import type { PageFacts } from './page-facts.ts'

/** `5; url=/new`: where a page sends people by itself. One that only loads itself anew leads nowhere. */
export function readRefresh(content: string | null, base: string, own: string): PageFacts['refresh'] {
  const [, seconds = '', target = ''] = /^\s*(\d*)(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?(.*)$/is.exec(content ?? '') ?? []
  const url = cleanUrl(target.trim().replace(/^(["'])(.*?)\1.*$/s, '$2'), base)
  if (content === null || target.trim() === '' || url === undefined || url === cleanUrl(own)) return null
  return { url, seconds: Math.min(Number(seconds), 86_400) }
}

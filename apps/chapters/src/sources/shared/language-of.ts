/** Regions that make another translation; all others only say where a site is from. */
const kept = new Set(['pt-br', 'es-la', 'zh-hk', 'zh-ro', 'ja-ro', 'ko-ro'])

/** `pt_br` is `pt-br`, `en-US` is `en`; null for what is no language. */
export function languageOf(text: string | null | undefined): string | null {
  const language = (text ?? '').trim().toLowerCase().replaceAll('_', '-')
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(language)) return null
  return kept.has(language) ? language : language.split('-')[0]!
}

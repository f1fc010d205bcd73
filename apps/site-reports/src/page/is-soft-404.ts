import type { PageFacts } from './page-facts.ts'

const saysNotFound =
  /\b(404|page (was |is |could |can )?not (be )?found|not found|does(n['’]t| not) exist|no longer (exists|available)|page introuvable|seite nicht gefunden|nicht gefunden|página no encontrada|pagina non trovata|página não encontrada)\b|ページが見つかりません|页面不存在|страница не найдена/iu

/** A text of this length is about something, even if it is about pages that are not found. */
const fewWords = 150

/** Whether a page that was sent with status 200 says that there is none. Its title or its main heading must say so, or all it has. */
export function isSoft404({ titleTag, headings, text, words }: PageFacts): boolean {
  if (words > fewWords) return false
  const heading = headings.find(({ level }) => level === 1)?.text ?? headings[0]?.text
  if ([titleTag, heading].some((each) => each && saysNotFound.test(each))) return true
  return words <= 20 && saysNotFound.test(text)
}

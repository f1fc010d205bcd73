/** Longer texts are read as paragraphs, whatever they begin with. */
const longest = 400
/** More words than a link of a menu has. */
const mostWordsOfLink = 3
/** More words than an invitation to do something on the page has. */
const mostWordsOfAction = 5

const between = /\s*[|·•»›>/\\]\s*|\s+[-–—]\s+/

/** What can be done on a page. */
const actions: readonly RegExp[] = [
  /^(sign|log)[ -]?(in|on|up|out)\b/i,
  /^(register|subscribe|create an? account|my account|forgot (your )?password)\b/i,
  /^(share|follow|tweet|print|email|listen)\b.*\b(this|us|on|to)\b/i,
  /^(read|learn|see|show|load|click) (more|here|all|less)\b/i,
  /^(menu|search|home|share|follow|print|subscribe|comments?|advertisement|advertising|sponsored|loading|please wait)\W*$/i,
]

const notices: readonly RegExp[] = [
  // the line that a wiki puts below each title, and above an article of many meanings
  /^(from|aus|de|da|uit|från|fra|z|un article de)\b.{0,40}\bwik\p{L}*(,.{0,60})?$/iu,
  /^this (article|page) is about .{0,100}\bfor (other|the)\b.{0,100}\bsee\b/i,
  /^(for other uses|not to be confused with|coordinates:|redirected from)\b/i,
  /^(skip|jump) to\b.{0,40}$/i,
  // what a browser is told
  /\b(enable|activate|turn on|requires?|needs?) (java ?script|cookies)\b/i,
  /\bjava ?script\b.{0,40}\b(disabled|enabled|turned off|required|not supported)\b/i,
  /\b(we|site|website|page)\b.{0,20}\b(uses?|using) cookies\b/i,
  /\b(accept|manage|reject)( all)? cookies\b/i,
  /\byour browser\b.{0,60}\b(outdated|not supported|unsupported|out of date)\b/i,
]

/** Whose a page is, and when it was made. */
const origins: readonly RegExp[] = [
  /^(©|\(c\)|copyright\b)|\ball rights reserved\b/i,
  /^(last )?(updated|modified|edited|reviewed|published|posted)( on| at| by|:)?\b.{0,60}$/i,
  /^\d+ (min|minute)s?\b.{0,20}$/i,
]

/** Whether a text says what can be done on a page, or what a browser should do, and nothing else: `Sign In | Sign Up`. */
export function isInvitation(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.length > longest) return false
  if (notices.some((notice) => notice.test(trimmed))) return true
  const parts = partsOf(trimmed)
  return parts.length > 0 && parts.every(isAction)
}

/**
 * Whether a text could stand on a page about anything: an invitation, a line of links, a copyright, a date. It is not what the page
 * is about.
 */
export function isBoilerplate(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.length > longest) return false
  return isInvitation(trimmed) || origins.some((origin) => origin.test(trimmed)) || isLineOfLinks(trimmed)
}

function isAction(part: string): boolean {
  return wordsIn(part) <= mostWordsOfAction && actions.some((action) => action.test(part))
}

/** `Home > News > Sport`: at least two parts, and none longer than a link of a menu. */
function isLineOfLinks(text: string): boolean {
  const parts = partsOf(text)
  return parts.length >= 2 && parts.every((part) => wordsIn(part) <= mostWordsOfLink && !/[.!?]$/.test(part))
}

function partsOf(text: string): readonly string[] {
  return text.split(between).filter((part) => part !== '')
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length
}

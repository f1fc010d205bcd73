/** No character, or half of one: PostgreSQL takes neither into JSON. */
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** In one line, without blanks at its ends; cut where it is too long. */
export function cleanText(text: string, maxLength = 500): string {
  return cutText(text.replace(/[\s\u200b\ufeff]+/g, ' ').trim(), maxLength)
}

/** Whole characters only: half of a pair cannot be stored. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, Math.max(0, maxLength - 1)).trimEnd()}…`
  return cut.replace(unstorable, '')
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The three forms of RFC 9110: the one in use, and two old ones that must still be understood. */
const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  /^(?:mon|tue|wed|thu|fri|sat|sun), (?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) (?:gmt|utc)$/i,
  // Sunday, 06-Nov-94 08:49:37 GMT
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) (?:gmt|utc)$/i,
  // Sun Nov  6 08:49:37 1994
  /^(?:mon|tue|wed|thu|fri|sat|sun) (?<month>[a-z]{3}) (?<day>[ \d]?\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
]

/** The instant that a date of HTTP means, in ms. `now` tells the century of a year of two digits. */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of forms) {
    const fields = form.exec(text.trim())?.groups
    if (fields !== undefined) return instantOf(fields, now)
  }
  return undefined
}

function instantOf({ year, month, day, time }: Record<string, string>, now: number): number | undefined {
  const monthIndex = months.indexOf(month!.toLowerCase())
  const [hour, minute, second] = time!.split(':').map(Number) as [number, number, number]
  // 60 is a leap second
  if (monthIndex < 0 || hour > 23 || minute > 59 || second > 60) return undefined
  const midnight = new Date(0)
  midnight.setUTCFullYear(year!.length === 2 ? fullYear(Number(year), now) : Number(year), monthIndex, Number(day))
  // 31 February would be taken for 3 March
  if (midnight.getUTCDate() !== Number(day)) return undefined
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}

/** The last year with these two digits that is not more than 50 years ahead. */
function fullYear(twoDigits: number, now: number): number {
  const furthest = new Date(now).getUTCFullYear() + 50
  return furthest - ((((furthest - twoDigits) % 100) + 100) % 100)
}

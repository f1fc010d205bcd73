/**
 * Compares names as people do: 'page 2' comes before 'page 10'. Folder by folder, so that a folder's pages stay together. Written
 * out rather than left to `Intl`: the order must be the same on every machine, whatever ICU it has.
 */
export function naturalOrder(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = comparePart(left[at] ?? '', right[at] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0)
}

const run = /\d+|\D+/g

function comparePart(a: string, b: string): number {
  const left = a.toLowerCase().match(run) ?? []
  const right = b.toLowerCase().match(run) ?? []
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = compareRun(left[at] ?? '', right[at] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

function compareRun(a: string, b: string): number {
  const [x, y] = [number(a), number(b)]
  if (x === undefined || y === undefined) return a < b ? -1 : a > b ? 1 : 0
  // of any length: a longer number without zeros in front is a larger one
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0)
}

function number(text: string): string | undefined {
  return /^\d/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined
}

/** The known name nearest to a mistyped one, as a phrase for a message; '' when none is near. */
export function suggest(name: string, known: Iterable<string>): string {
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const distance = distanceTo(candidate.toLowerCase(), name.toLowerCase())
    if (distance <= Math.max(2, name.length / 3) && distance < (best?.distance ?? Infinity))
      best = { name: candidate, distance }
  }
  return best === undefined ? '' : `; did you mean '${best.name}'?`
}

/** A name that was not written to its end is near, however much is missing. */
function distanceTo(candidate: string, name: string): number {
  const isBegun = name.replace(/^-+/, '').length > 1 && candidate.startsWith(name)
  return isBegun ? 1 : editDistance(name, candidate)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
  }
  return row[b.length]!
}

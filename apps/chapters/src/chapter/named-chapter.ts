const oneShot = /(?<![a-z])one[ -]?shots?(?![a-z])|読み?切り?|단편/
const named =
  /(?<![a-z])(?:extras?|omake|specials?|bonus|side[ -]?stor(?:y|ies)|prologue|epilogue|afterword|interlude)(?![a-z])|番外編|おまけ|외전/

/** It says that there is only one of it: numbers in such a title are no chapters. */
export function isOneShot(title: string): boolean {
  return oneShot.test(title)
}

/** Something to read that has a name instead of a number. */
export function isNamedChapter(title: string): boolean {
  return named.test(title)
}

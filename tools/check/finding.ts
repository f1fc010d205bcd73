export type Finding = { readonly file: string; readonly line: number; readonly message: string }

/** A file of the repository: its path from the root with forward slashes, and its text. */
export type SourceFile = { readonly path: string; readonly text: string }

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

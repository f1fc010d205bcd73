export type Problem = { readonly status: number; readonly code: string; readonly detail: string }

/**
 * The problem document of an answer.
 *
 * @example
 * ```ts
 * const answer = new Response('{"status":404,"code":"unknown-letter","detail":"there is no letter 1"}')
 * console.log((await problemIn(answer)).code) // unknown-letter
 * ```
 */
export async function problemIn(answer: Response): Promise<Problem> {
  return (await answer.json()) as Problem
}

export type Problem = { readonly status: number; readonly code: string; readonly detail: string }

/** The problem document that an answer is. */
export async function problemIn(answer: Response): Promise<Problem> {
  return (await answer.json()) as Problem
}

export type PromptMessage = { readonly role: 'system' | 'user'; readonly content: string }

/** What a model is asked. It is kept: with it a report can be made again. */
export type Prompt = {
  /** Which template it was made by, and which version of that. */
  readonly template: string
  readonly version: number
  readonly messages: readonly PromptMessage[]
  /** An estimate, on the high side. */
  readonly tokens: number
}

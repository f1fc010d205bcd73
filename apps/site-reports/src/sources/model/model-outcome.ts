/** Tokens of one call, as the server counts them. */
export type CallUsage = { readonly promptTokens: number; readonly completionTokens: number }

/** A call that was answered, and so is paid for. */
export type PaidCall = { readonly model: string; readonly usage: CallUsage }

/** Why a model said nothing that could be used. None of these is mended by asking the same again. */
export type ModelFault =
  | 'model-refusal'
  | 'model-content-filter'
  | 'model-quota-exhausted'
  | 'model-context-too-long'
  | 'model-key-refused'
  | 'model-unknown'
  | 'model-request-refused'
  | 'model-empty-answer'

/** What one call came to. JSON, so that it can be kept. `length`: there was more to say than there were tokens for. */
export type ModelOutcome =
  | ({ readonly kind: 'answered' | 'length'; readonly text: string } & PaidCall)
  /** `paid`: it worked and came to nothing. Without it the request was not taken. */
  | { readonly kind: 'fault'; readonly code: ModelFault; readonly message: string; readonly paid?: PaidCall }

export type ModelMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }

import { defineSource, SourceDeferredError, type SourceDefinition } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import type { ModelSettings } from '../options.ts'
import { strictSchema } from '../report/strict-schema.ts'
import { fetchThrough } from './model/fetch-through.ts'
import type { ModelMessage, ModelOutcome } from './model/model-outcome.ts'
import { isUsedUp, outcomeOfError } from './model/outcome-of-error.ts'
import { type CompletionChunk, readCompletion } from './model/read-completion.ts'
import type { Ask } from './site-options.ts'

export type ModelCall = {
  readonly messages: readonly ModelMessage[]
  readonly maxTokens: number
  /** How many bytes of the answer have come. */
  readonly onBytes?: (bytes: number) => void
}

/** A model behind an API like OpenAI's. */
export type Model = {
  readonly definition: SourceDefinition
  readonly settings: ModelSettings
  /** Asks once. Throws what another attempt may mend; all else is an outcome. */
  ask(ask: Ask, call: ModelCall): Promise<ModelOutcome>
}

/** Any server that speaks OpenAI's chat completions: hosted, vLLM, Ollama. Its limits and its daily budget are those of its source. */
export function createModel(settings: ModelSettings): Model {
  const definition = defineSource({
    name: 'model',
    requestsPerMinute: settings.requestsPerMinute,
    burst: 10,
    quota: { calls: settings.callsPerDay },
    circuit: { failures: 5, coolDownMs: 30_000 },
    timeoutMs: settings.timeoutMs,
    maxDeferrals: 1_000,
    // the operator chose this address, and it is often one of this machine
    allowPrivate: [new URL(settings.url).origin],
    userAgent: 'pawl-site-reports/0.1',
    isLimit: ({ status, text }) => (status === 429 && isUsedUp(errorIn(text())) ? false : undefined),
  })
  return { definition, settings, ask: (ask, call) => askOnce(settings, ask, call) }
}

async function askOnce(settings: ModelSettings, ask: Ask, call: ModelCall): Promise<ModelOutcome> {
  let bytes = 0
  const through = fetchThrough(ask, {
    source: 'model',
    maxRedirects: 0,
    sendsKey: settings.key !== undefined,
    onPiece({ length }) {
      bytes += length
      call.onBytes?.(bytes)
    },
  })
  try {
    const chunks = await stream(settings, through.fetch, call)
    const outcome = await readCompletion(chunks, { model: settings.name, messages: call.messages })
    if (outcome !== undefined) return outcome
  } catch (error) {
    const thrown = through.thrown()
    if (wasPaidFor(thrown)) throw brokenOff((thrown as Error).cause)
    // for the engine to deal with, as it was thrown
    if (thrown !== undefined) throw thrown
    const outcome = outcomeOfError(error)
    if (outcome !== undefined) return outcome
    throw new ReportFailure('model-failed', `the model failed: ${(error as Error).message}`, {
      isPassing: true,
      cause: error,
    })
  }
  throw brokenOff()
}

/**
 * A request that was taken and whose answer broke off, or was not waited for any longer, may have been worked on, and costs money. So it
 * costs an attempt too: put off like a server that is not there, one prompt could use up the budgets of days.
 */
function wasPaidFor(thrown: unknown): boolean {
  if (!(thrown instanceof SourceDeferredError) || thrown.reason !== 'failed') return false
  const { code, cause } = (thrown.cause ?? {}) as { readonly code?: unknown; readonly cause?: unknown }
  // one with a cause is of the connection, which there never was
  if (code === 'request-timeout') return cause === undefined
  return code === 'connection-lost' || code === 'broken-response'
}

function brokenOff(cause?: unknown): ReportFailure {
  return new ReportFailure('model-broken-answer', 'the answer of the model broke off', { isPassing: true, cause })
}

/** Loaded when it is needed: it takes a while. */
async function stream(
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
  { messages, maxTokens }: ModelCall,
): Promise<AsyncIterable<CompletionChunk>> {
  const { OpenAI } = await import('openai')
  const client = new OpenAI({
    ...{ baseURL: settings.url, apiKey: settings.key ?? 'none', organization: null, project: null },
    ...{ maxRetries: 0, timeout: settings.timeoutMs + 60_000, fetch, logLevel: 'off' },
  })
  const isOpenAi = new URL(settings.url).hostname === 'api.openai.com'
  const maxTokensAs = settings.maxTokensAs ?? (isOpenAi ? 'max_completion_tokens' : 'max_tokens')
  return client.chat.completions.create({
    model: settings.name,
    messages: [...messages],
    [maxTokensAs]: maxTokens,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...formatOf(settings.output),
    stream: true,
    stream_options: { include_usage: true },
  })
}

function formatOf(output: ModelSettings['output']) {
  if (output === 'text') return {}
  if (output === 'json_object') return { response_format: { type: 'json_object' as const } }
  return { response_format: { type: 'json_schema' as const, json_schema: strictSchema() } }
}

function errorIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: unknown }).error
  } catch {
    return undefined
  }
}

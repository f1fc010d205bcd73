import { apiError } from './model-faults.ts'

export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
}

export type ChatRequest = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly schema: JsonSchema | undefined
  readonly maxTokens: number
  readonly streams: boolean
  readonly includesUsage: boolean
}

export const models = ['made-up-small', 'made-up-large']
const roles = ['system', 'developer', 'user', 'assistant']
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** As strict as the service itself: what it would refuse is refused. */
export async function readRequest(request: Request): Promise<ChatRequest | Response> {
  if (!/^Bearer \S+/.test(request.headers.get('authorization') ?? '')) {
    return apiError(401, "You didn't provide an API key.", 'invalid_request_error', null)
  }
  const body: unknown = await request.json().catch(() => undefined)
  if (!isObject(body)) return invalid('We could not parse the JSON body of your request.')
  const { model, messages, response_format: format, stream = false, stream_options: options } = body
  if (typeof model !== 'string' || !models.includes(model)) {
    return apiError(404, `The model '${String(model)}' does not exist.`, 'invalid_request_error', 'model_not_found')
  }
  if (!Array.isArray(messages) || messages.length === 0) return invalid("'messages' must be a list with a message.")
  const read = messages.map((each) => ({ role: String(each?.role), content: textOf(each?.content) }))
  if (read.some(({ role, content }) => !roles.includes(role) || content === undefined)) {
    return invalid("Invalid value in 'messages'.")
  }
  const schema = isObject(format) && format.type === 'json_schema' ? format.json_schema : undefined
  if (schema !== undefined && !isStrict(schema))
    return invalid("Invalid schema for response_format: 'strict' needs all properties required and no others.")
  const most = Number(body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY)
  return {
    model,
    messages: read as ChatRequest['messages'],
    schema: isObject(schema) ? (schema.schema as JsonSchema) : undefined,
    maxTokens: most,
    streams: stream === true,
    includesUsage: isObject(options) && options.include_usage === true,
  }
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

function isStrict(format: unknown): boolean {
  if (!isObject(format) || !/^[\w-]{1,64}$/.test(String(format.name)) || !isObject(format.schema)) return false
  return format.strict !== true || isClosed(format.schema as JsonSchema)
}

function isClosed(schema: JsonSchema): boolean {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  if (!inner.every(isClosed)) return false
  if (schema.type !== 'object') return true
  const names = Object.keys(schema.properties ?? {})
  return schema.additionalProperties === false && names.every((name) => schema.required?.includes(name))
}

function invalid(message: string): Response {
  return apiError(400, message, 'invalid_request_error', null)
}

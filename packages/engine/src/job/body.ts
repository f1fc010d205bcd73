import type { StandardSchemaV1 } from '@standard-schema/spec'
import { PawlError } from '../errors.ts'
import { type AsStrictJson, asStrictJson, readBack, unstorableIn } from './as-json.ts'
import type { JobDefinition } from './job-definition.ts'

/**
 * A body that does not fit its schema, or that JSON or PostgreSQL cannot hold. `issues` names each wrong field by its path.
 *
 * @example
 * ```ts
 * const error = await pawl.enqueue(greet, { name: '' }).catch((error) => error)
 * if (error instanceof InvalidBodyError) console.log(error.issues[0]?.path, error.issues[0]?.message)
 * ```
 */
export class InvalidBodyError extends PawlError {
  readonly issues: readonly StandardSchemaV1.Issue[]

  constructor(type: string, issues: readonly StandardSchemaV1.Issue[]) {
    const faults = issues.slice(0, 5).map((issue) => `${path(issue)}: ${issue.message}`)
    const more = issues.length > 5 ? ` (and ${issues.length - 5} more)` : ''
    super('invalid-body', `the body of '${type}' does not fit its schema: ${faults.join('; ')}${more}`)
    this.issues = issues
  }
}

/** The body as it will stand in the table, once it is known to fit its schema and the size limit. */
export function encodeBody(definition: JobDefinition, body: unknown): string | Promise<string> {
  const json = asStrictJson(body)
  if (json.fault !== undefined) throw unwritable(definition, json)
  const { text } = json
  // Checked as it will be read: a Date would pass here and fail before the handler.
  const parsed = parseBody(definition, readBack(body, json))
  // most schemas answer at once, and a promise for each of a thousand bodies takes longer than the rest
  return parsed instanceof Promise ? parsed.then(() => checkText(definition, text)) : checkText(definition, text)
}

/** The same for several. */
export async function encodeBodies(definition: JobDefinition, bodies: readonly unknown[]): Promise<string[]> {
  const texts: string[] = []
  for (const body of bodies) {
    const text = encodeBody(definition, body)
    if (typeof text === 'string') texts.push(text)
    else {
      // this one is asked again below, with the others
      text.catch(() => {})
      return Promise.all(bodies.map(async (each) => encodeBody(definition, each)))
    }
  }
  return texts
}

function checkText(definition: JobDefinition, text: string): string {
  checkSize(definition, text)
  const fault = unstorableIn(text)
  if (fault !== undefined) throw new InvalidBodyError(definition.type, [{ message: fault }])
  return text
}

function checkSize(definition: JobDefinition, text: string): void {
  // a character of a JavaScript text has three bytes at the most, so that few have to be counted
  if (text.length * 3 <= definition.maxBodyBytes) return
  const bytes = Buffer.byteLength(text)
  if (bytes <= definition.maxBodyBytes) return
  throw new PawlError(
    'body-too-large',
    `the body of '${definition.type}' has ${bytes} bytes, its limit is ${definition.maxBodyBytes}. ` +
      'A job refers to data and does not carry it: store the data and pass its id.',
  )
}

function unwritable(
  { type }: JobDefinition,
  { fault, path }: Extract<AsStrictJson, { fault: string }>,
): InvalidBodyError {
  return new InvalidBodyError(type, [{ message: `expected something that JSON can hold: ${fault}`, path }])
}

/** The body as the handler gets it. Throws `InvalidBodyError` with the path of each wrong field. */
export function parseBody(definition: JobDefinition, body: unknown): unknown | Promise<unknown> {
  const result = definition.body['~standard'].validate(body)
  if (result instanceof Promise) return result.then((settled) => unwrap(definition, settled))
  return unwrap(definition, result)
}

function unwrap(definition: JobDefinition, result: StandardSchemaV1.Result<unknown>): unknown {
  if (result.issues !== undefined) throw new InvalidBodyError(definition.type, result.issues)
  return result.value
}

function path(issue: StandardSchemaV1.Issue): string {
  const keys = issue.path?.map((part) => String(typeof part === 'object' ? part.key : part))
  return keys === undefined || keys.length === 0 ? 'body' : `body.${keys.join('.')}`
}

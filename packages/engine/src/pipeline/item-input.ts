import { PawlError, PermanentError } from '../errors.ts'
import { asStrictJson, tooDeep, unstorableIn } from '../job/as-json.ts'
import type { StagesDefinition } from './define-stages.ts'

const maxBytes = 64 * 1024

/** What an item is submitted with, as it will stand in its row; null for nothing. */
export async function encodeInput(definition: StagesDefinition, input: unknown): Promise<string | null> {
  const what = `the input of an item of '${definition.name}'`
  const text = input === undefined ? null : toText(what, input)
  // Checked as it will be read: a Date, a Map or a function would pass here and fail in the first stage.
  const fault = await faultOf(definition, text === null ? undefined : JSON.parse(text))
  if (fault === undefined) return text
  throw new PawlError('invalid-input', `${what} does not fit its schema: ${fault}`)
}

/** The same as its stages get it: what the pipeline's schema makes of it. */
export async function readInput(definition: StagesDefinition, item: string, input: unknown): Promise<unknown> {
  if (definition.input === undefined) return input
  const result = await definition.input['~standard'].validate(input)
  if (result.issues === undefined) return result.value
  throw new PermanentError(
    `the input of the item '${item}' of '${definition.name}' does not fit the schema of today: ${describe(result.issues)}. Submit it anew.`,
  )
}

function toText(what: string, input: unknown): string {
  const json = asStrictJson(input)
  const fault = json.fault ?? unstorableIn(json.text) ?? tooDeep(json.text)
  if (json.fault !== undefined || fault !== undefined) {
    const where = json.fault === undefined || json.path.length === 0 ? '' : `at ${json.path.join('.')}: `
    throw new PawlError('invalid-input', `${what} cannot be kept: ${where}${fault}. Submit plain data.`)
  }
  const bytes = Buffer.byteLength(json.text)
  if (bytes <= maxBytes) return json.text
  throw new PawlError(
    'input-too-large',
    `${what} has ${bytes} bytes, its limit is ${maxBytes}. An item refers to data and does not carry it: store the data and submit what finds it.`,
  )
}

async function faultOf(definition: StagesDefinition, input: unknown): Promise<string | undefined> {
  const issues = (await definition.input?.['~standard'].validate(input))?.issues
  return issues === undefined ? undefined : describe(issues)
}

type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] }

function describe(issues: readonly Issue[]): string {
  const faults = issues.slice(0, 5).map(({ message, path = [] }) => {
    const keys = ['input', ...path.map((part) => String(typeof part === 'object' ? part.key : part))]
    return `${keys.join('.')}: ${message}`
  })
  return faults.join('; ')
}

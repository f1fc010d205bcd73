import { uuidOf } from '../catalogue/uuid-of.ts'

/** JSON as the service writes it: slashes are escaped, which any parser takes and no search for a URL in the text does. */
export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const text = JSON.stringify(value).replaceAll('/', '\\/')
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** An error in the service's own shape. */
export function errorAnswer(
  status: number,
  title: string,
  detail: string | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const errors = [{ id: uuidOf(`error ${title}`), status, title, detail, context: null }]
  return jsonAnswer({ result: 'error', errors }, status, headers)
}
